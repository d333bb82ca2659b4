"""`python -m annotator`."""

import sys

from annotator.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
