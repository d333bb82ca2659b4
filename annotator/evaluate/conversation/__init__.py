"""How a memory holds up over long conversations: storage, retrieval, assembly, cost and latency, each by itself."""
