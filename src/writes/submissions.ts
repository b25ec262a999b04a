import { isDecided } from "../providers/problems/answerStatus.ts";

interface Submission<Result> {
  key: string;
  answer?: Promise<Result>;
}

/**
 * One Idempotency-Key per submission (docs/product/api.md#idempotency). The same content sent again
 * before its result is known is the same submission: a second click shares the first answer, and a
 * retry after a lost connection sends the same key, so that nothing is created twice.
 */
export function createSubmissions<Result>() {
  const submissions = new Map<string, Submission<Result>>();

  return function submit(content: string, request: (key: string) => Promise<Result>) {
    const submission = submissions.get(content) ?? { key: crypto.randomUUID() };
    submissions.set(content, submission);
    submission.answer ??= request(submission.key).then(
      (result) => {
        submissions.delete(content);
        return result;
      },
      (error: unknown) => {
        delete submission.answer;
        if (isDecided(error)) submissions.delete(content);
        throw error;
      },
    );
    return submission.answer;
  };
}
