import { identityCallDuration } from "./counted.ts";

/** How a call has ended: by an answer, by a refusal, or without an answer of the service. */
export type CallResult = "answered" | "refused" | "unavailable";

/**
 * The same object, with the duration and the result of its asynchronous methods measured
 * (`ki_identity_call_duration_seconds`). `resultOf` tells a refusal from a service that is away.
 */
export function measuredCalls<Calls extends object>(
  calls: Calls,
  resultOf: (error: unknown) => CallResult,
): Calls {
  return new Proxy(calls, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name, target);
      if (typeof method !== "function" || typeof name === "symbol") return method;
      return (...given: unknown[]) => {
        const end = identityCallDuration.startTimer({ call: name });
        const answer: unknown = Reflect.apply(method, target, given);
        if (answer instanceof Promise) {
          answer.then(
            () => end({ result: "answered" }),
            (error: unknown) => end({ result: resultOf(error) }),
          );
        }
        return answer;
      };
    },
  });
}
