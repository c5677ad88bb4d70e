"""A cluster of two nodes on this machine, in a process of its own: prints its address, and takes orders on its input."""

from __future__ import annotations

import sys

from ray.cluster_utils import Cluster

NODE = {"num_cpus": 1, "object_store_memory": 80_000_000}
# Each has an address of its own: a program joins the cluster by the node at its own address, which is not to be the one that is lost.
FIRST, SECOND = {"node_ip_address": "127.0.0.1"}, {"node_ip_address": "127.0.0.2"}


def main() -> None:
    cluster = Cluster(
        initialize_head=True,
        head_node_args={**NODE, **FIRST, "include_dashboard": False, "temp_dir": sys.argv[1]},
    )
    try:
        second = cluster.add_node(**NODE, **SECOND)
        print(cluster.address, flush=True)
        for line in sys.stdin:
            if line.strip() == "lose":
                cluster.remove_node(second, allow_graceful=False)
            print("done", flush=True)
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main()
