import type { LockRelease } from "../../../../domain/dictionaries.ts";

/** What of the form is not saved: nothing, or something that this device keeps, or does not. */
export type Input = "none" | "kept" | "unkept";

/** Text of a key below resources.dictionaries.lock. */
type Text = (key: string, values?: object) => string;

const BY_LEASE: Record<Input, string> = { none: "lost", kept: "lostInput", unkept: "lostUnkept" };
const OF_INPUT: Record<Input, string[]> = {
  none: [],
  kept: ["inputKept"],
  unkept: ["inputUnkept"],
};

/** What has become of a lock that this tab had, and of what was typed. */
export function lossSentences(release: LockRelease | null, input: Input, text: Text): string[] {
  if (!release) return [text(BY_LEASE[input])];
  return [
    text("forced", { name: release.releasedByName }),
    text("reason", { reason: release.reason }),
    ...OF_INPUT[input].map((key) => text(key)),
  ];
}

/** That the lock was let go for want of input, and what has become of what was typed. */
export function idleSentences(input: Input, text: Text): string[] {
  return [text("idle"), ...OF_INPUT[input].map((key) => text(key))];
}
