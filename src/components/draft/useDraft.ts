import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Identifier } from "react-admin";
import type { Submission } from "../../../domain/api/submissions.ts";
import { discardDraft } from "../../providers/data/drafts.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { NO_PROFILE, userProfile } from "../../providers/signIn/userProfile.ts";
import { useStored } from "../../providers/store.ts";
import type { StoredSubmission } from "../../writes/submissions.ts";
import { useClosedBySlip } from "../dialog/DialogFrame.tsx";
import {
  type Draft,
  type DraftValues,
  draftKey,
  keepDraft,
  keepValues,
  proposals,
  readDraft,
  storedSubmission,
} from "./draftStore.ts";

/** What the server has said of submissions. */
interface Asked {
  /** Nothing is to be waited for any more, whether the server answered or not. */
  isOver: boolean;
  /** One of them is being processed; it is asked again. */
  isRunning: boolean;
  /** The server could not be asked. */
  isUnsure: boolean;
  /** The keys of those that have taken effect. */
  taken: readonly string[];
  /** When the first of them came in. */
  takenAt: string | undefined;
}

const AGAIN_MS = 2_000;

const isRunning = ({ state }: Submission) => state === "RUNNING";

/** Asks what became of POSTs by their Idempotency-Keys, until it is known. */
function useSubmissions(keys: readonly string[]): Asked {
  const { api } = useApi();
  const { data, isError } = useQuery({
    queryKey: ["submissions", ...keys],
    queryFn: ({ signal }) =>
      Promise.all(keys.map((key) => api("GET /submissions", { query: { key }, signal }))),
    enabled: keys.length > 0,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? AGAIN_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    // Offline, too, the draft is offered.
    networkMode: "always",
  });
  const running = data?.some(isRunning) === true;
  const isTaken = (index: number) => data?.[index]?.state === "TAKEN";
  return {
    isOver: keys.length === 0 || isError || (data !== undefined && !running),
    isRunning: running,
    isUnsure: isError,
    taken: keys.filter((_, index) => isTaken(index)),
    takenAt: data?.find(({ state }) => state === "TAKEN")?.at ?? undefined,
  };
}

export interface DraftHandle {
  /** The draft of an earlier edit by the same person on this device, until it is settled. */
  found: Draft | null;
  /** The earlier draft is restored or not wanted; or only `left` of it is left. */
  settle(left?: Draft): void;
  /**
   * Stores the form's values, with the version of the record that they started from; false if that
   * is impossible, so that no text promises it.
   */
  keep(values: DraftValues, version?: number): boolean;
  /** Forgets what was kept since, but not the earlier draft. */
  forget(): void;
  /** Goes with the write that saves the input. */
  submission: StoredSubmission;
  /** The same for good: the input is saved or given up, and nothing of this form is kept any more. */
  end(): void;
}

/** The draft of a form, stored during typing. `id` is that of its record, or its place. */
export function useDraft(resource: string, id: Identifier): DraftHandle {
  const key = draftKey(resource, id);
  const proposal = useStored(proposals);
  const [read, setRead] = useState(() => ({ key, proposal, found: readDraft(key) }));
  const ended = useRef("");
  if (read.key !== key || read.proposal !== proposal) {
    setRead({ key, proposal, found: readDraft(key) });
  }
  const { found } = read;

  function forget(): void {
    if (found) keepDraft(key, found);
    else discardDraft(key);
  }

  return {
    found,
    settle: (left) => {
      if (left) keepDraft(key, left);
      setRead({ key, proposal, found: left ?? null });
    },
    keep: (values, version) => {
      if (ended.current === key) return false;
      // An earlier draft may have started from an older version.
      return keepValues(key, values, found ? found.version : version);
    },
    forget,
    submission: useMemo(() => storedSubmission(key), [key]),
    end: () => {
      ended.current = key;
      forget();
    },
  };
}

/**
 * Forgets the draft with its dialog, which is saved or given up. The session's end does not close it, and
 * Esc, which may have been a slip, does not give it up.
 */
export function useForgottenOnClose({ forget }: Pick<DraftHandle, "forget">): void {
  const slip = useClosedBySlip();
  const close = useEffectEvent(() => {
    if (userProfile.get() !== NO_PROFILE && !slip.current) forget();
  });
  useEffect(() => () => close(), []);
}

export interface StoredInput {
  /** A draft from before the page was opened, until the user restores or discards it. */
  found: Draft | null;
  /** Whether the record has changed since that draft. */
  isOutdated: boolean;
  /** What became of the submission of that draft. */
  sent: Sent;
  restore: () => void;
  discard: () => void;
  keeping: "stored" | "unstored";
}

/**
 * `taken`: it is saved, so that nothing of it is offered; `partly`: as it was before it was changed.
 * `unsure`: nobody knows.
 */
export type Sent =
  | { state: "none" | "running" | "unsure" }
  | { state: "taken" | "partly"; at: string };

interface DraftInput {
  /** Of the record; undefined where there is none. */
  version?: number | undefined;
  /** Whether a draft holds anything that is worth offering. */
  isWorth: (values: DraftValues) => boolean;
  /** What is unsaved now; undefined where nothing is. */
  typed: DraftValues | undefined;
  /** An earlier draft and what is unsaved now, as one. */
  together: (earlier: DraftValues) => DraftValues;
  restore: (values: DraftValues) => void;
  /** Where parts of a draft were sent on their own: their keys, and the values without some. */
  parts?: {
    keysIn: (values: DraftValues) => readonly string[];
    without: (values: DraftValues, keys: readonly string[]) => DraftValues;
  };
}

/**
 * Stores unsaved input on this device while the user types, and offers the draft of an earlier
 * edit. Until the user has decided about that draft, it stays stored, with or without new input. A
 * draft that was being saved when its page ended is offered once the server has said that it is not
 * saved.
 */
export function useOfferedDraft(handle: DraftHandle, input: DraftInput): StoredInput {
  const { found, settle, keep, forget, submission } = handle;
  const { version, isWorth, typed, together, restore, parts } = input;
  const [keeping, setKeeping] = useState<"stored" | "unstored">("stored");
  const [takenAt, setTakenAt] = useState<string>();
  const asked = useSubmissions(found ? keysOf(found, parts) : []);
  const left = found && asked.isOver ? leftOf(found, asked, parts) : found;
  const offered = asked.isOver && left && isWorth(left.values) ? left : null;

  const keepTyped = useEffectEvent(() => {
    if (found && !left) {
      setTakenAt(asked.takenAt);
      submission.drop();
    }
    if (found && asked.isOver && (!offered || offered !== found)) settle(offered ?? undefined);
    else if (typed)
      setKeeping(keep(found ? together(found.values) : typed, version) ? "stored" : "unstored");
    else forget();
  });
  const written = JSON.stringify(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: input is kept whenever it changes
  useEffect(() => keepTyped(), [written, found, asked.isOver]);

  return {
    found: offered,
    isOutdated: offered?.version !== undefined && offered.version !== version,
    sent: sentOf(offered, asked, takenAt),
    restore: () => {
      if (offered) restore(offered.values);
      settle();
    },
    discard: () => {
      submission.drop();
      setTakenAt(undefined);
      settle();
    },
    keeping,
  };
}

function keysOf({ sent, values }: Draft, parts: DraftInput["parts"]): readonly string[] {
  if (parts) return parts.keysIn(values);
  return sent ? [sent.key] : [];
}

/** What is not saved of a draft; null if all of it is. */
function leftOf(found: Draft, { taken }: Asked, parts: DraftInput["parts"]): Draft | null {
  if (taken.length === 0) return found;
  if (parts) return { ...found, values: parts.without(found.values, taken) };
  return found.sent?.edited ? found : null;
}

function sentOf(offered: Draft | null, asked: Asked, takenAt: string | undefined): Sent {
  if (takenAt !== undefined) return { state: "taken", at: takenAt };
  if (asked.isRunning) return { state: "running" };
  if (!offered) return { state: "none" };
  if (asked.takenAt !== undefined) return { state: "partly", at: asked.takenAt };
  const isForgotten = offered.sent && Date.now() - offered.keptAt > KNOWN_MS;
  return { state: asked.isUnsure || isForgotten ? "unsure" : "none" };
}

/** How long the server knows what it has taken. */
const KNOWN_MS = 24 * 60 * 60 * 1000;
