import { Counter, Gauge, Histogram } from "prom-client";

/**
 * What this process has counted since its start (docs/operations/metrics.md). A place in the code counts
 * by importing its series from here.
 */

export const requestDuration = new Histogram({
  name: "ki_http_request_duration_seconds",
  help: "Answered requests by route template; a stream of events counts once it has ended.",
  labelNames: ["method", "route", "status"],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30],
});

export const requestsShed = new Counter({
  name: "ki_requests_shed_total",
  help: "Requests refused because the server, or their caller, had too many at work.",
  labelNames: ["reason"],
});

export const requestsRefused = new Counter({
  name: "ki_requests_refused_total",
  help: "Answers 4xx of the API by the code of their problem.",
  labelNames: ["reason"],
});

const identityCallDuration = new Histogram({
  name: "ki_identity_call_duration_seconds",
  help: "Calls of the identity service; refused means that it answered with a refusal.",
  labelNames: ["call", "result"],
  buckets: [0.01, 0.05, 0.1, 0.3, 1, 2, 4],
});

const mails = new Counter({
  name: "ki_mails_total",
  help: "Mails about alerts and invitations handed to the SMTP server, or asked of the identity service.",
  labelNames: ["kind", "result"],
});

export const usageEvents = new Counter({
  name: "ki_usage_events_total",
  help: "Reported usage events by their result.",
  labelNames: ["result"],
});

export const webhookDeliveries = new Counter({
  name: "ki_webhook_deliveries_total",
  help: "Attempts to deliver a message to a receiver.",
  labelNames: ["result"],
});

export const logLinesLost = new Counter({
  name: "ki_log_lines_lost_total",
  help: "Lines of the log that could not be written to stdout.",
});

const taskRuns = new Counter({
  name: "ki_task_runs_total",
  help: "Runs of jobs and of scheduled tasks.",
  labelNames: ["task", "result"],
});

const taskLastSuccess = new Gauge({
  name: "ki_task_last_success_timestamp_seconds",
  help: "When this process last completed the job or task; jobs are done by any one process.",
  labelNames: ["task"],
});

/** Counts a mail by whether it was handed over; an error is counted and thrown on. */
export async function countMail(
  kind: "alert" | "invitation" | "proposal",
  send: () => Promise<void>,
): Promise<void> {
  try {
    await send();
    mails.inc({ kind, result: "sent" });
  } catch (error) {
    mails.inc({ kind, result: "failed" });
    throw error;
  }
}

/** Counts a run of a job or task; an error is counted and thrown on. */
export async function countRun<T>(task: string, run: () => Promise<T>): Promise<T> {
  try {
    const result = await run();
    taskRuns.inc({ task, result: "succeeded" });
    taskLastSuccess.setToCurrentTime({ task });
    return result;
  } catch (error) {
    taskRuns.inc({ task, result: "failed" });
    throw error;
  }
}

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
