import fc from "fast-check";
import { expect, it } from "vitest";
import { ALERT_KINDS } from "../../domain/alerts/rules.ts";
import { alertLabel } from "../../domain/alerts/sentences.ts";
import {
  invitationLabel,
  invitationSentence,
  WORK_KINDS,
  type Work,
  workPlaces,
} from "../../domain/worklist/schemas.ts";

const anyWork: fc.Arbitrary<Work> = fc.record({
  kind: fc.constantFrom(...WORK_KINDS),
  organizationId: fc.option(fc.nat(4)),
  serviceKeyId: fc.constant(null),
  webhookId: fc.option(fc.nat(2)),
  month: fc.option(fc.constant("2026-10")),
  since: fc.nat(50),
});

it("knows how urgent each alert is, and invitations", () => {
  expect(WORK_KINDS.toSorted()).toEqual([...ALERT_KINDS, "CLOSING", "INVITATION"].toSorted());
});

it("puts all that is to do at one place together, and loses nothing", () => {
  fc.assert(
    fc.property(fc.array(anyWork), (items) => {
      const places = workPlaces(items);
      expect(places.flat()).toHaveLength(items.length);
      const keys = places.map((place) =>
        JSON.stringify([
          ...new Set(place.map((each) => `${each.organizationId} ${each.webhookId} ${each.month}`)),
        ]),
      );
      expect(new Set(keys).size).toBe(places.length);
    }),
  );
});

it("puts the most urgent first, among equals the oldest, in a place and of the places", () => {
  const rank = ({ kind, since }: Work) => WORK_KINDS.indexOf(kind) * 100 + since;
  const isInOrder = (ranks: number[]) => expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(fc.array(anyWork), (items) => {
      const places = workPlaces(items);
      for (const place of places) isInOrder(place.map(rank));
      isInOrder(places.map(([first]) => rank(first)));
    }),
  );
});

const subject = {
  endDate: "2026-04-27",
  terminationDate: null,
  nextStartDate: null,
  usedTranscriptCount: 100,
  usedTranscriptSeconds: 0,
  maxTranscriptCount: 100,
  maxTranscriptMinutes: null,
};

it.each([
  ["CAP_80", {}, "上限接近"],
  ["CAP_100", {}, "上限到達"],
  ["CAP_100", { usedTranscriptCount: 101 }, "上限超過"],
  ["ENDING_30", {}, "契約終了まで12日"],
  ["ENDING_7", { endDate: "2026-04-15" }, "契約は本日まで"],
  ["ENDED", { endDate: "2026-04-05" }, "契約終了から10日"],
  ["GAP", { nextStartDate: "2026-05-01" }, "契約期間に空白3日"],
] as const)("calls %s %j %s", (kind, input, label) => {
  expect(alertLabel(kind, { ...subject, ...input }, "2026-04-15")).toBe(label);
});

it("says how old an invitation is, and of how many people", () => {
  const label = (hoursLeft: number | null, people = 1) =>
    invitationLabel({ days: 10, hoursLeft }, people);
  expect(label(null)).toBe("招待から10日");
  expect(label(null, 3)).toBe("招待から10日（3人）");
  expect(label(1)).toBe("招待の期限まで1時間");
  expect(label(0, 2)).toBe("招待の期限切れ（2人）");
  expect(invitationSentence("佐藤 花子", 1)).toBe("佐藤 花子さんが招待を受け付けていません。");
  expect(invitationSentence("佐藤 花子", 3)).toBe(
    "佐藤 花子さんほか2人が招待を受け付けていません。",
  );
});
