const LONGEST_MS = 2_000;

type Task = () => unknown;
const tasks = new Set<Task>();

/** Registers a task that needs the sign-in before it ends, such as releasing a lock. */
export function onSignOut(task: Task): void {
  tasks.add(task);
}

/** Runs the tasks. An error, or 2 s without an answer, does not prevent the sign-out. */
export async function runSignOutTasks(): Promise<void> {
  const done = Promise.allSettled([...tasks].map(async (task) => task()));
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, LONGEST_MS))]);
}

/** The names of opened records are stored under keys that start with this. */
export const RECENT_PREFIX = "ki.recent.";

/** Deletes the names of the records that were opened, when the sign-in has ended in whichever way. */
export function forgetRecent(): void {
  try {
    for (const key of Object.keys(window.localStorage)) {
      if (key.startsWith(RECENT_PREFIX)) window.localStorage.removeItem(key);
    }
  } catch {
    // Without storage there is nothing to delete.
  }
}
