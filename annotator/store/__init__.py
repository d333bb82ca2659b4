"""The dataset folder on disk; with annotator.git, all file access there is."""
