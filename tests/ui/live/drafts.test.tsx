import { act, renderHook } from "@testing-library/react";
import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { draftKey, readDraft } from "../../../src/components/draft/draftStore.ts";
import { useDraft } from "../../../src/components/draft/useDraft.ts";
import { forgetOnSignOut } from "../../../src/providers/data/drafts.ts";
import { runSignOutTasks } from "../../../src/providers/signIn/signOutTasks.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/signIn/userProfile.ts";

const DAY = 24 * 60 * 60 * 1000;
const signedIn = (userId: string) => act(() => userProfile.set({ ...NO_PROFILE, userId }));
const values = { dictionaryName: "営業用語", description: null };

beforeEach(() => {
  window.localStorage.clear();
  signedIn("u1");
});

const draftOf = (id: number) => renderHook(() => useDraft("dictionaries", id)).result;

function keep(id: number) {
  const screen = draftOf(id);
  act(() => void screen.current.keep(values));
}

describe("what was typed", () => {
  it("is kept on this device and found when the screen opens again", () => {
    const first = draftOf(3);
    expect(first.current.found).toBeNull();
    act(() => expect(first.current.keep(values)).toBe(true));
    expect(draftOf(3).current.found?.values).toEqual(values);
  });

  it("comes back as it was, whatever it is", () => {
    const value = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.string({ unit: "grapheme" })),
    );
    const field = fc.string({ minLength: 1 }).filter((name) => name !== "__proto__");
    const screen = draftOf(3);
    fc.assert(
      fc.property(fc.dictionary(field, value, { noNullPrototype: true }), (typed) => {
        expect(screen.current.keep(typed)).toBe(true);
        expect(readDraft(draftKey("dictionaries", 3))?.values).toEqual(typed);
      }),
    );
  });

  it("keeps the version that it started from, an earlier draft's rather than its own", () => {
    const first = draftOf(3);
    act(() => void first.current.keep(values, 4));
    const screen = draftOf(3);
    expect(screen.current.found?.version).toBe(4);
    act(() => void screen.current.keep(values, 5));
    expect(draftOf(3).current.found?.version).toBe(4);
    act(() => screen.current.settle());
    act(() => void screen.current.keep(values, 5));
    expect(draftOf(3).current.found?.version).toBe(5);
  });

  it("is not kept any more once it has ended", () => {
    const screen = draftOf(3);
    act(() => void screen.current.keep(values));
    act(() => screen.current.end());
    act(() => expect(screen.current.keep(values)).toBe(false));
    expect(draftOf(3).current.found).toBeNull();
  });

  it("is kept in the admin area, whose profile has only a mail address", () => {
    act(() => userProfile.set({ ...NO_PROFILE, email: "admin@example.com" }));
    keep(3);
    expect(draftOf(3).current.found?.values).toEqual(values);
    signedIn("u1");
    expect(draftOf(3).current.found).toBeNull();
  });

  it("is forgotten after a save", () => {
    const screen = draftOf(3);
    act(() => void screen.current.keep(values));
    act(() => screen.current.forget());
    expect(draftOf(3).current.found).toBeNull();
  });

  it("is forgotten without the earlier draft, which stays as old as it is until it is settled", () => {
    const then = Date.now() - DAY;
    const clock = vi.spyOn(Date, "now").mockReturnValue(then);
    keep(3);
    clock.mockRestore();
    const screen = draftOf(3);
    act(() => void screen.current.keep({ description: "later" }));
    act(() => screen.current.forget());
    expect(draftOf(3).current.found).toEqual({ keptAt: then, values });
    act(() => screen.current.settle());
    expect(screen.current.found).toBeNull();
    act(() => screen.current.forget());
    expect(draftOf(3).current.found).toBeNull();
  });

  it("belongs to the record and the person", () => {
    keep(3);
    expect(draftOf(4).current.found).toBeNull();
    signedIn("u2");
    expect(draftOf(3).current.found).toBeNull();
    signedIn("u1");
    expect(draftOf(3).current.found?.values).toEqual(values);
  });

  it("follows the record that the screen shows", () => {
    keep(3);
    const { result, rerender } = renderHook(({ id }) => useDraft("dictionaries", id), {
      initialProps: { id: 4 },
    });
    expect(result.current.found).toBeNull();
    rerender({ id: 3 });
    expect(result.current.found?.values).toEqual(values);
  });

  it("is kept for seven days", () => {
    keep(3);
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now + 6 * DAY);
    expect(draftOf(3).current.found).not.toBeNull();
    clock.mockReturnValue(now + 8 * DAY);
    expect(draftOf(3).current.found).toBeNull();
  });

  it.each(["", "{", "null", "3", "[]", '{"keptAt":"x","values":{}}', '{"keptAt":1,"values":null}'])(
    "is not taken from what another user wrote there: %s",
    (text) => {
      window.localStorage.setItem("ki.draft.u1.dictionaries.3", text);
      expect(draftOf(3).current.found).toBeNull();
    },
  );

  it("holds plain values only", () => {
    const nested = JSON.stringify({ keptAt: Date.now(), values: { dictionaryName: {} } });
    window.localStorage.setItem("ki.draft.u1.dictionaries.3", nested);
    expect(draftOf(3).current.found).toBeNull();
  });

  it("of twenty records is kept, the newest of them", () => {
    const start = Date.now();
    const clock = vi.spyOn(Date, "now");
    for (let id = 1; id <= 25; id += 1) {
      clock.mockReturnValue(start + id);
      keep(id);
    }
    expect(window.localStorage).toHaveLength(20);
    expect(draftOf(5).current.found).toBeNull();
    expect(draftOf(6).current.found).not.toBeNull();
  });

  it("is not announced as kept where the device cannot keep it", () => {
    const screen = draftOf(3);
    act(() => expect(screen.current.keep({ description: "あ".repeat(200_000) })).toBe(false));
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    act(() => expect(screen.current.keep(values)).toBe(false));
    expect(screen.current.found).toBeNull();
  });

  it("is deleted once its author has signed out", async () => {
    forgetOnSignOut();
    window.localStorage.setItem("other", "stays");
    const screen = draftOf(3);
    act(() => void screen.current.keep(values));
    await runSignOutTasks();
    act(() => userProfile.clear());
    act(() => expect(screen.current.keep(values)).toBe(false));
    expect(Object.keys(window.localStorage)).toEqual(["other"]);
  });
});
