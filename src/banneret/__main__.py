"""`python -m banneret`: the same as the `banneret` command."""

import sys

from banneret.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
