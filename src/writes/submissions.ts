import { isDecided } from "../providers/problems/answerStatus.ts";

/** Where a submission is kept beyond its page: with the draft of its form. */
export interface StoredSubmission {
  /** The key under which this content was sent before, also from an earlier page. */
  keyOf(content: string): string | undefined;
  /** Called before the request leaves. */
  sending(sent: { key: string; content: string }): void;
  /** The submission is over: it was refused for good, or its result is known otherwise. */
  drop(): void;
}

interface Submission<Result> {
  key: string;
  answer?: Promise<Result>;
}

/**
 * One Idempotency-Key per submission (docs/product/api.md#idempotency). The same content sent again
 * before its result is known is the same submission: a second click shares the first answer, and a
 * retry after a lost connection sends the same key, so that nothing is created twice. `stored` holds
 * the key for the time after the page.
 */
export function createSubmissions<Result>() {
  const submissions = new Map<string, Submission<Result>>();

  return function submit(
    content: string,
    request: (key: string) => Promise<Result>,
    stored?: StoredSubmission,
  ) {
    const submission = submissions.get(content) ?? {
      key: stored?.keyOf(content) ?? crypto.randomUUID(),
    };
    submissions.set(content, submission);
    if (!submission.answer) stored?.sending({ key: submission.key, content });
    submission.answer ??= request(submission.key).then(
      (result) => {
        submissions.delete(content);
        return result;
      },
      (error: unknown) => {
        delete submission.answer;
        if (isDecided(error)) {
          submissions.delete(content);
          stored?.drop();
        }
        throw error;
      },
    );
    return submission.answer;
  };
}
