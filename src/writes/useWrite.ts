import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { type Identifier, useNotify } from "react-admin";
import type { ApiAnswer, ApiKey, ApiRequest } from "../providers/data/api.ts";
import type { LockedResource } from "../providers/data/locks.ts";
import { readsOf } from "../providers/data/reads.ts";
import { useApi } from "../providers/data/useApi.ts";
import type { ConsoleApi } from "../providers/dataProvider.ts";
import type { WriteProblem } from "./problem.ts";
import { savedFirst } from "./savedFirst.ts";
import { createSubmissions, type StoredSubmission } from "./submissions.ts";
import { type Outcome, type SubmitOptions, useSubmit } from "./useSubmit.ts";

interface WriteOptions<Answer> extends Pick<WriterOptions, "lock">, SubmitOptions {
  /** The resource that it changes, whose reads are made again, also after a stale write. */
  changes?: string;
  /** A finished sentence to show after a success. */
  notice?: string | ((answer: Answer) => string);
  /** Shows the problem in a notice, where the screen has no place for it. */
  noticesProblem?: boolean;
  /** Runs after the notice, and is part of what is pending. */
  onWritten?: (answer: Answer) => unknown;
  /** Leaving the screen breaks it off, and so does `stop`. */
  abortable?: boolean;
}

/** `isStopped`: it was broken off; the server may have written it nevertheless. */
interface WriteOutcome<Answer> extends Outcome<Answer> {
  isStopped: boolean;
}

/** For what is more than one write, such as taking a lock before it. */
export function useWriter<Key extends ApiKey>(key: Key) {
  const api = useApi();
  return useMemo(() => createWriter(api, key), [api, key]);
}

/**
 * The one way to write to the API from a screen: never twice at once, with one Idempotency-Key per
 * submission and, where it is needed, the proof of this tab's lock.
 *
 *     const { write, pending, problem } = useWrite("POST /contracts/{id}/reinstate", {
 *       changes: "contracts",
 *     });
 *     await write({ id, ifMatch: version });
 */
export function useWrite<Key extends ApiKey>(key: Key, options: WriteOptions<ApiAnswer<Key>> = {}) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const send = useWriter(key);
  const running = useRef<AbortController>(undefined);
  const [stopped, setStopped] = useState(false);
  const { changes, notice, noticesProblem, onWritten, lock } = options;
  const { leaves = false, abortable = false } = options;
  const { pending, problem, submit, forget } = useSubmit({ leaves });

  useEffect(() => () => (abortable ? running.current?.abort() : undefined), [abortable]);

  const readAgain = async () => {
    if (changes) await queryClient.invalidateQueries(readsOf(changes));
  };

  /** `submission` is the submission of the form's draft. */
  async function write(
    request: ApiRequest<Key>,
    submission?: StoredSubmission,
  ): Promise<WriteOutcome<ApiAnswer<Key>>> {
    const controller = new AbortController();
    const outcome = await submit(async () => {
      running.current = controller;
      setStopped(false);
      const answer = await send(request, { lock, submission, signal: controller.signal });
      await readAgain();
      if (notice !== undefined) {
        notify(typeof notice === "string" ? notice : notice(answer), { type: "success" });
      }
      await onWritten?.(answer);
      return answer;
    });
    const { problem: failed } = outcome;
    // Another user saved first: the screen starts again from that version.
    if (failed?.answer?.code === "STALE_VERSION") await readAgain();
    if (failed && noticesProblem) notify(named(failed).message, { type: "error" });
    return { ...outcome, isStopped: controller.signal.aborted };
  }

  function stop() {
    setStopped(true);
    running.current?.abort();
  }

  return { write, pending, problem: problem && named(problem), forget, stop, stopped };
}

/** The problem with who saved first, if that is why. */
function named(problem: WriteProblem): WriteProblem {
  return { ...problem, message: problem.message + savedFirst(problem.error) };
}

interface WriterOptions {
  /** The record whose lock in this tab proves that it may write. */
  lock?: { resource: LockedResource; id: Identifier } | undefined;
  submission?: StoredSubmission | undefined;
  signal?: AbortSignal;
}

/** Sends the same write again until its result is known, as one submission (submissions.ts). */
type Writer<Key extends ApiKey> = (
  request: ApiRequest<Key>,
  options?: WriterOptions,
) => Promise<ApiAnswer<Key>>;

/** Writes to one endpoint. Screens use it through `useWrite`. */
export function createWriter<Key extends ApiKey>(
  api: Pick<ConsoleApi, "write" | "withLock">,
  key: Key,
): Writer<Key> {
  const submit = createSubmissions<ApiAnswer<Key>>();
  const isCreation = key.startsWith("POST ");
  return (request, { lock, submission, ...extras } = {}) =>
    submit(
      JSON.stringify(request),
      (idempotencyKey) => {
        const send = (proof: { lockToken?: string } = {}) =>
          api.write(key, request, {
            ...extras,
            ...proof,
            ...(isCreation ? { idempotencyKey } : {}),
          });
        return lock ? api.withLock(lock.resource, lock.id, send) : send();
      },
      isCreation ? submission : undefined,
    );
}
