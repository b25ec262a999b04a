import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changesOf, editErrors } from "../../domain/contracts/edit.ts";
import { aContract } from "../support/records.ts";

const contract = aContract({ maxTranscriptMinutes: 6_000, memo: "覚え書き" });
const unused = { usedTranscriptCount: 0, usedTranscriptMinutes: 0 };

describe("what an update changes", () => {
  test("leaves out what stays as it is", () => {
    expect(changesOf(contract, { ...contract })).toEqual({});
  });

  test("tells a cleared memo and a cleared cap from absent ones", () => {
    expect(changesOf(contract, { memo: null, maxTranscriptCount: null })).toEqual({
      memo: "",
      maxTranscriptCount: null,
    });
    expect(changesOf({ ...contract, memo: "" }, { memo: null })).toEqual({});
  });
});

describe("an edit", () => {
  test.each([
    ["UPCOMING", { startDate: "2026-05-01" }],
    ["ACTIVE", { startDate: "2026-05-01" }],
    ["EXPIRING", { startDate: "2026-05-01" }],
  ] as const)("may move the start of an unused contract in %s", (status, changes) => {
    expect(editErrors({ ...contract, ...unused, status }, changes)).toEqual({
      readOnly: false,
      errors: {},
    });
  });

  test.each(["ACTIVE", "EXPIRING"] as const)(
    "may not move the start of a used one in %s",
    (status) => {
      expect(
        editErrors({ ...contract, status }, { startDate: "2026-05-01", adminName: "別人" }),
      ).toEqual({
        readOnly: true,
        errors: { startDate: "利用実績があるため、契約開始日は変更できません。" },
      });
    },
  );

  test("of an expired contract names every field that is read-only", () => {
    const changes = {
      adminName: "別人",
      adminEmail: "b@example.com",
      maxTranscriptCount: 1,
      endDate: "2028-03-31",
      memo: "",
    };
    const why = "契約終了後に変更できるのは、契約終了日とメモのみです。";
    expect(editErrors({ ...contract, status: "EXPIRED" }, changes)).toEqual({
      readOnly: true,
      errors: { adminName: why, adminEmail: why, maxTranscriptCount: why },
    });
  });

  test("of a terminated contract takes the memo only", () => {
    const over = { ...contract, status: "TERMINATED" as const, terminationDate: "2026-06-30" };
    expect(editErrors(over, { memo: "別" })).toEqual({ readOnly: false, errors: {} });
    expect(editErrors(over, { endDate: "2026-05-31" })).toEqual({
      readOnly: true,
      errors: { endDate: "解約後に変更できるのは、メモのみです。" },
    });
  });

  test("never renames the organization", () => {
    expect(editErrors(contract, { organizationName: "別の会社" })).toEqual({
      readOnly: true,
      errors: { organizationName: "組織名は組織の編集画面で変更してください。" },
    });
  });

  test("keeps start, termination and end in order", () => {
    const upcoming = { ...contract, ...unused, status: "UPCOMING" as const };
    expect(editErrors(upcoming, { endDate: "2026-03-31" }).errors).toEqual({
      endDate: "契約終了日は契約開始日以降の日付を入力してください。",
    });
    expect(editErrors(upcoming, { startDate: "2027-04-01" }).errors).toEqual({
      startDate: "契約開始日は契約終了日以前の日付を入力してください。",
    });
    const ending = { ...upcoming, terminationDate: "2026-06-30" };
    expect(editErrors(ending, { startDate: "2026-07-01", endDate: "2026-06-29" }).errors).toEqual({
      startDate: "契約開始日は解約日以前の日付を入力してください。",
      endDate: "契約終了日は契約開始日以降の日付を入力してください。",
    });
    expect(editErrors(ending, { endDate: "2026-06-29" }).errors).toEqual({
      endDate: "契約終了日は解約日以降の日付を入力してください。",
    });
    expect(editErrors(ending, { startDate: "2026-06-30", endDate: "2026-06-30" }).errors).toEqual(
      {},
    );
  });

  test("tells how much is used when a cap would fall below it", () => {
    const used = { ...contract, maxTranscriptCount: 2_000, usedTranscriptCount: 1_200 };
    expect(editErrors(used, { maxTranscriptCount: 1_199, maxTranscriptMinutes: 524 })).toEqual({
      readOnly: false,
      errors: {
        maxTranscriptCount: "利用済みの1,200件以上で入力してください。",
        maxTranscriptMinutes: "利用済みの525分以上で入力してください。",
      },
    });
  });

  test("may set a cap to exactly what is used, or lift it, and nothing lower", () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.option(fc.integer({ min: -2, max: 2 })), (used, above) => {
        const cap = above === null ? null : Math.max(1, used + above);
        const { errors } = editErrors(
          { ...contract, usedTranscriptCount: used },
          { maxTranscriptCount: cap },
        );
        expect(errors.maxTranscriptCount === undefined).toBe(cap === null || cap >= used);
      }),
    );
  });
});
