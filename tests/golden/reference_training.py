"""The task "relations" and the model that learns it (src/lesson/training), in plain torch: the same start
and the same letters as the core's trainer has for a seed."""

import math

import numpy as np
import torch

from seeded_generator import SeededGenerator, normal_tensor

LETTERS, RELATIONS, FIRST_ASKED = 8, 4, 5
# Streams of the seed, as in src/lesson/training: attention_model.cpp and trainer.cpp.
TOKENS, POSITIONS, READOUT, TRAINING, LAYERS = 0, 1, 2, 32, 64


class Batches:
    """The letters [B, T] that the trainer learns from, batch after batch."""

    def __init__(self, seed, B, T):
        self._generator, self._shape = SeededGenerator(seed, TRAINING), (B, T)

    def next(self):
        B, T = self._shape
        drawn = [int(self._generator.uniform() * LETTERS) for _ in range(B * T)]
        return torch.tensor(drawn).reshape(B, T)


def answers(x):
    """[B, T - 5, R]: the letters one, three and five back, and the first."""
    T = x.shape[1]
    back = [x[:, FIRST_ASKED - d : T - d] for d in (1, 3, 5)]
    return torch.stack(back + [x[:, :1].expand(-1, T - FIRST_ASKED)], dim=-1)


class Model(torch.nn.Module):
    """Embeddings, one layer of causal attention, a readout. W_Q, W_K and W_V lie side by side."""

    def __init__(self, seed, num_heads=4, d_model=32, T=16, dtype=torch.float32):
        super().__init__()

        def parameter(shape, stream, std):
            return torch.nn.Parameter(torch.from_numpy(normal_tensor(shape, seed, stream, std)).to(dtype))

        def square(i):
            return normal_tensor((d_model, d_model), seed, LAYERS + i, 1 / math.sqrt(d_model))

        self.num_heads, self.d_head = num_heads, d_model // num_heads
        self.tokens = parameter((LETTERS, d_model), TOKENS, 1.0)
        self.positions = parameter((T, d_model), POSITIONS, 1.0)
        wqkv = np.concatenate([square(0), square(1), square(2)], axis=1)
        self.wqkv = torch.nn.Parameter(torch.from_numpy(wqkv).to(dtype))
        self.wo = torch.nn.Parameter(torch.from_numpy(square(3)).to(dtype))
        self.readout = parameter((d_model, RELATIONS * LETTERS), READOUT, 1 / math.sqrt(d_model))
        hidden = torch.full((T, T), -math.inf, dtype=dtype).triu(1)
        self.register_buffer("hidden", hidden)

    def start(self):
        """All parameters in the order of the core's, one after the other."""
        attention = [*self.wqkv.chunk(3, dim=1), self.wo]
        parts = [self.tokens, self.positions, *attention, self.readout]
        return np.concatenate([part.detach().numpy().ravel() for part in parts])

    def forward(self, x):
        """x [B, T] -> logits [B, T, R, V]"""
        B, T = x.shape
        embedded = torch.nn.functional.embedding(x, self.tokens) + self.positions
        qkv = (embedded @ self.wqkv).reshape(B, T, 3, self.num_heads, self.d_head)
        q, k, v = qkv.permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-1, -2) / math.sqrt(self.d_head) + self.hidden
        heads = (torch.softmax(scores, dim=-1) @ v).transpose(1, 2).reshape(B, T, -1)
        return (heads @ self.wo @ self.readout).reshape(B, T, RELATIONS, LETTERS)

    def loss(self, x):
        asked = self.forward(x)[:, FIRST_ASKED:].reshape(-1, LETTERS)
        return torch.nn.functional.cross_entropy(asked, answers(x).reshape(-1))


class Training:
    """Adam as in src/lesson/training/optimizer.cpp."""

    def __init__(self, model, learning_rate=0.01, **adam):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), learning_rate, (0.9, 0.98), **adam)

    def step(self, x):
        """One update. Returns the loss before it, as a tensor."""
        loss = self.model.loss(x)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        return loss.detach()


def losses(seed, steps, B=32, T=16, dtype=torch.float64, **model):
    batches, training = Batches(seed, B, T), Training(Model(seed, T=T, dtype=dtype, **model))
    return [training.step(batches.next()).item() for _ in range(steps)]
