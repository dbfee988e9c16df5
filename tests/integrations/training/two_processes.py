"""One of two processes that count half of the patients each; prints what the metric makes of all.

``python -m tests.integrations.training.two_processes RANK FILE``
"""

from __future__ import annotations

import sys

import numpy as np
import torch
import torch.distributed as dist

import baserate
from tests.integrations.training.rows import margins


def main() -> None:
    rank, meeting = int(sys.argv[1]), sys.argv[2]
    dist.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=2)
    metric = baserate.torchmetrics.NetBenefitMetric((0.01, 0.10), "1:30", train_prevalence="observed")
    f, y = margins()
    # The first has most of the cases, and fewer patients.
    first = (y == 1) ^ (np.arange(len(y)) % 10 == 0)
    mine = np.flatnonzero(first == (rank == 0))
    for batch in torch.from_numpy(mine).chunk(3):
        metric.update(torch.from_numpy(f)[batch], torch.from_numpy(y)[batch])
    result = metric.compute()
    print(float(result["net_benefit"]), float(result["standard_error"]), len(mine))
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
