/** Why events about imports of people and of contracts leave these fields out. */
export const UNLOGGED_OF_IMPORTS = {
  createdAt: "is when the file was read",
  createdByName: "is the actor of the commit, or a colleague",
  committedAt: "is the time of the event",
  result: "stands in the counts",
  revertedAt: "is the time of an event of its own",
  undone: "stands in the counts of that event",
  revertibleUntil: "follows from the time",
} as const;
