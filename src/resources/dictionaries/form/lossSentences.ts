import type { KeyIn } from "../../../i18n/translate.ts";
import type { EditLock } from "../../../providers/live/useEditLock.ts";

/** The unsaved input: none, stored on this device, or not stored. */
export type Input = "none" | "kept" | "unkept";

type Loss = Pick<Extract<EditLock, { state: "lost" }>, "release" | "rightLost">;
type Key = KeyIn<"resources.dictionaries.lock">;
type Text = (key: Key, values?: object) => string;

const BY_LEASE: Record<Input, Key> = { none: "lost", kept: "lostInput", unkept: "lostUnkept" };
const OF_INPUT: Record<Input, Key[]> = {
  none: [],
  kept: ["inputKept"],
  unkept: ["inputUnkept"],
};

/** What happened to this tab's lock and to the input. */
export function lossSentences({ release, rightLost }: Loss, input: Input, text: Text): string[] {
  const ofInput = OF_INPUT[input].map((key) => text(key));
  if (rightLost) return [text("rightLost"), ...ofInput];
  if (!release) return [text(BY_LEASE[input])];
  return [
    text("forced", { name: release.releasedByName }),
    text("reason", { reason: release.reason }),
    ...ofInput,
  ];
}

/** The lock was released because the user was idle; what happened to the input. */
export function idleSentences(input: Input, text: Text): string[] {
  return [text("idle"), ...OF_INPUT[input].map((key) => text(key))];
}
