const LONGEST_MS = 2_000;

type Task = () => unknown;
const tasks = new Set<Task>();

/** What is still to be done with a sign-in before it ends, such as letting go of a lock. */
export function onSignOut(task: Task): void {
  tasks.add(task);
}

/** Does it all; a failure, or 2 s without an answer, does not keep anybody signed in. */
export async function runSignOutTasks(): Promise<void> {
  const done = Promise.allSettled([...tasks].map(async (task) => task()));
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, LONGEST_MS))]);
}
