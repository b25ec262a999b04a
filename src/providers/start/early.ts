/** An older answer is not used. */
const LATEST_MS = 30_000;

const asked = new Map<string, Promise<Response>>();

/** Sends a read that a page begins with, while the page's code loads. */
export function askEarly(url: string, headers: Record<string, string> = {}): void {
  const answer = fetch(url, { headers: { Accept: "application/json", ...headers } });
  // The caller that takes the answer handles its error.
  answer.catch(() => {});
  asked.set(url, answer);
  setTimeout(() => {
    if (asked.get(url) === answer) asked.delete(url);
  }, LATEST_MS);
}

/** The answer to an early read, for one taker. */
export function takeEarly(url: string): Promise<Response> | undefined {
  const answer = asked.get(url);
  asked.delete(url);
  return answer;
}
