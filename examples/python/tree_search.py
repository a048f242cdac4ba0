# %% [markdown]
# # What a tree search gets for its budget
#
# Monte-Carlo tree search needs to know nothing of a game but its rules, and the longer it may think the better it
# plays. How much better is usually measured in games against other programs. Here the truth is known, so we can
# measure it directly: how often does the search throw a won position away?

# %%
"""Monte-Carlo tree search on Color Bridge, held against the truth as its budget grows."""

import math
import random

import duello

game = duello.game("color-bridge")
truth = game.solve()

# %% [markdown]
# The search in its plainest form. A node has seen some games, and knows how many of them were won by the player who
# moved into it. A game goes down the tree to the child that looks best, or has been neglected most, then one step
# further, and from there on randomly to its end.


# %%
class Node:
    def __init__(self, position: duello.Position) -> None:
        self.position = position
        self.untried = list(position.legal)
        self.children: dict[str, Node] = {}
        self.games = 0
        self.won = 0.0

    def most_promising(self) -> "Node":
        log = math.log(self.games)
        return max(self.children.values(), key=lambda child: child.won / child.games + math.sqrt(log / child.games))


def winner_of_random_game(position: duello.Position, chance: random.Random) -> int:
    while position.outcome is None:
        position = position.play(position.pick(chance.randrange(position.legal_count)))
    return position.outcome.winner


def search(position: duello.Position, budget: int, chance: random.Random) -> str:
    root = Node(position)
    for _ in range(budget):
        node = root
        path = [node]
        while not node.untried and node.children:
            node = node.most_promising()
            path.append(node)
        if node.untried:
            move = node.untried.pop(chance.randrange(len(node.untried)))
            node.children[move] = Node(node.position.play(move))
            node = node.children[move]
            path.append(node)
        winner = winner_of_random_game(node.position, chance)
        for above, below in zip([None, *path], path, strict=False):
            below.games += 1
            below.won += above is not None and above.position.mover == winner
    return max(root.children, key=lambda move: root.children[move].games)


# %% [markdown]
# What it is examined in: positions of random games in which there is something to lose, that is, some moves win and
# others do not.


# %%
def something_to_lose(position: duello.Position) -> bool:
    return len({worth.kind for worth in truth.moves(position).values()}) > 1


def examination(count: int, chance: random.Random) -> list[duello.Position]:
    questions = list[duello.Position]()
    while len(questions) < count:
        position = game.start()
        passed = [position]
        while position.outcome is None:
            position = position.play(position.pick(chance.randrange(position.legal_count)))
            passed.append(position)
        questions += [chance.choice([each for each in passed if each.outcome is None and something_to_lose(each)])]
    return questions


questions = examination(40, random.Random(1))
print(questions[0])

# %% [markdown]
# The result. A budget is a number of random games a move.

# %%
for budget in (1, 4, 16, 64, 256, 1024):
    chance = random.Random(budget)
    kept = sum(truth.regret(position, search(position, budget, chance)) == 0 for position in questions)
    print(f"{budget:5} games a move: {kept / len(questions):4.0%} right {'#' * kept}")
