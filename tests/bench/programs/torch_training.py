"""PyTorch as a program that tests/bench drives; native.cpp says what the lines are.

version                                           answers with PyTorch's
eager FOLDER NUM_HEADS SEED STEPS CHECKED         native.cpp's training
foreach FOLDER NUM_HEADS SEED STEPS CHECKED       the same; Adam takes all parameters at once

The letters of a run are drawn before, and its start is copied: neither costs it time.
"""

import copy
import pathlib
import sys
import time

import numpy as np
import torch

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "golden"))
sys.dont_write_bytecode = True
import reference_training  # noqa: E402


class Run:
    def __init__(self, how, num_heads, seed, steps, checked):
        self.adam = {"foreach": how == "foreach"}
        self.start = reference_training.Model(seed, num_heads)
        batches = reference_training.Batches(seed, 32, 16)
        self.letters = [batches.next() for _ in range(steps)]
        self.checked = checked
        self.restart()

    def restart(self):
        self.training = reference_training.Training(copy.deepcopy(self.start), **self.adam)
        self.made = 0

    def step(self):
        if self.made == len(self.letters):
            self.restart()
        loss = self.training.step(self.letters[self.made])
        self.made += 1
        return loss

    def losses(self):
        self.restart()
        return np.array([self.step().item() for _ in range(self.checked)], np.float32)


def milliseconds(call, calls):
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - start) * 1e3


def main():
    torch.set_num_threads(1)
    prepared = []
    for line in sys.stdin:
        command, *arguments = line.split()
        if command == "version":
            answer = f"PyTorch {torch.__version__}"
        elif command == "time":
            answer = milliseconds(prepared[int(arguments[0])].step, int(arguments[1]))
        elif command == "output":
            prepared[int(arguments[0])].losses().tofile(arguments[1])
            answer = "written"
        else:
            _folder, *sizes = arguments
            prepared.append(Run(command, *map(int, sizes)))
            answer = len(prepared) - 1
        print(answer, flush=True)


main()
