/** Asks again after so many ms at the earliest. Calls in between get the same answer. */
export function atMostEvery<T>(
  everyMs: number,
  now: () => Date,
  ask: () => Promise<T>,
): () => Promise<T> {
  let last: { asked: number; answer: Promise<T>; pending: boolean } | undefined;
  return () => {
    const at = now().getTime();
    if (last && (last.pending || Math.abs(at - last.asked) < everyMs)) return last.answer;
    const question = { asked: at, answer: ask(), pending: true };
    last = question;
    const answered = () => {
      question.pending = false;
    };
    question.answer.then(answered, answered);
    return question.answer;
  };
}
