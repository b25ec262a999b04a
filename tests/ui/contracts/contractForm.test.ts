import { describe, expect, it } from "vitest";
import type { Contract } from "../../../domain/contracts/schemas.ts";
import {
  atEdge,
  checkOf,
  dayOfMonth,
  fitsMonth,
  monthShown,
} from "../../../src/resources/contracts/form/CheckedFields.tsx";
import {
  blankContract,
  contractErrors,
  editableValues,
  followingContract,
  newContractBody,
  newContractErrors,
  readOnlyFieldsOf,
} from "../../../src/resources/contracts/form/contractValues.ts";
import { aContract } from "../../support/records.ts";

const filled = {
  ...blankContract,
  organizationName: " ＡＢＣ商事 ",
  adminName: "髙橋 花子",
  adminEmail: "Hanako@Example.com",
  startDate: "2026-04-01",
  endDate: "2027-03-31",
  maxTranscriptCount: 1000,
  maxTranscriptMinutes: null,
};

describe("a new contract", () => {
  it("names every field that is missing, caps among them", () => {
    expect(newContractErrors(blankContract)).toEqual({
      organizationName: "組織名を入力してください。",
      adminName: "管理者名を入力してください。",
      adminEmail: "管理者メールアドレスを入力してください。",
      startDate: "契約開始日を入力してください。",
      endDate: "契約終了日を入力してください。",
      maxTranscriptCount: "文字起こし上限件数を入力してください。",
      maxTranscriptMinutes: "文字起こし上限時間（分）を入力してください。",
    });
  });

  it("asks for the organization, not for its name, when it is an existing one", () => {
    const errors = newContractErrors({ ...blankContract, kind: "existing" });
    expect(errors.organizationId).toBe("組織を選択してください。");
    expect(errors).not.toHaveProperty("organizationName");
  });

  it("is sent tidied up, a null cap for unlimited, without what only the form knows", () => {
    expect(newContractErrors(filled)).toEqual({});
    expect(newContractBody(filled)).toEqual({
      organizationName: "ＡＢＣ商事",
      organizationNameKana: null,
      adminName: "髙橋 花子",
      adminNameKana: null,
      adminEmail: "hanako@example.com",
      startDate: "2026-04-01",
      endDate: "2027-03-31",
      maxTranscriptCount: 1000,
      maxTranscriptMinutes: null,
      memo: "",
    });
  });

  it("carries the organization's id only when an existing one was chosen", () => {
    const chosen = { ...filled, organizationId: 7, organizationName: "ＡＢＣ商事" };
    expect(newContractBody(chosen)).not.toHaveProperty("organizationId");
    expect(newContractBody({ ...chosen, kind: "existing" })).toMatchObject({ organizationId: 7 });
  });

  it("refuses a cap of 0, a cap that is no number and an end before the start", () => {
    expect(
      newContractErrors({ ...filled, maxTranscriptCount: 0, maxTranscriptMinutes: "たくさん" }),
    ).toEqual({
      maxTranscriptCount: "文字起こし上限件数は1以上で入力してください。",
      maxTranscriptMinutes: "文字起こし上限時間（分）は整数で入力してください。",
    });
    expect(newContractErrors({ ...filled, endDate: "2026-03-31" })).toEqual({
      endDate: "契約終了日は契約開始日以降の日付を入力してください。",
    });
  });

  it("follows another with its organization, admin, caps and the next period", () => {
    expect(followingContract(aContract({ organizationId: 3, memo: "旧契約のメモ" }))).toEqual({
      kind: "existing",
      organizationId: 3,
      organizationName: "デモ株式会社",
      organizationNameKana: null,
      adminName: "佐藤 花子",
      adminNameKana: null,
      adminEmail: "orgadmin@example.com",
      startDate: "2027-04-01",
      endDate: "2028-03-31",
      maxTranscriptCount: 1000,
      maxTranscriptMinutes: 1200,
      memo: "",
    });
  });
});

describe("an edited contract", () => {
  it("sends what its status allows", () => {
    const sent = (contract: Contract) => Object.keys(editableValues(contract, contract));
    expect(sent(aContract())).not.toContain("startDate");
    expect(sent(aContract({ status: "EXPIRED" }))).toEqual(["endDate", "memo"]);
    expect(sent(aContract({ status: "TERMINATED" }))).toEqual(["memo"]);
  });

  it("says at each read-only field why it cannot be edited", () => {
    expect(readOnlyFieldsOf(aContract())).toEqual({
      startDate: {
        disabled: true,
        description: "利用実績があるため、契約開始日は変更できません。",
      },
    });
    expect(readOnlyFieldsOf(aContract({ status: "EXPIRED" })).adminName?.description).toBe(
      "契約終了後に変更できるのは、契約終了日とメモのみです。",
    );
    expect(readOnlyFieldsOf(aContract({ status: "TERMINATED" })).endDate?.description).toBe(
      "解約後に変更できるのは、メモのみです。",
    );
    expect(
      readOnlyFieldsOf(
        aContract({ status: "UPCOMING", usedTranscriptCount: 0, usedTranscriptMinutes: 0 }),
      ),
    ).toEqual({});
  });

  it("refuses caps below what is used, before the server does", () => {
    const contract = aContract();
    expect(
      contractErrors({ ...contract, maxTranscriptCount: 119, maxTranscriptMinutes: 524 }, contract),
    ).toEqual({
      maxTranscriptCount: "利用済みの120件以上で入力してください。",
      maxTranscriptMinutes: "利用済みの525分以上で入力してください。",
    });
    expect(contractErrors({ ...contract, maxTranscriptCount: 120 }, contract)).toEqual({});
  });

  it("does not ask for what is read-only", () => {
    const over = aContract({ status: "TERMINATED" });
    expect(contractErrors({ ...over, adminEmail: "", maxTranscriptCount: "" }, over)).toEqual({});
  });
});

describe("a period given by month", () => {
  it("is the first day of the first and the last day of the last month", () => {
    expect(dayOfMonth("2028-02", "first")).toBe("2028-02-01");
    expect(dayOfMonth("2028-02", "last")).toBe("2028-02-29");
  });

  it("keeps what is no month for the schema to refuse, and nothing as nothing", () => {
    expect(dayOfMonth("2028年", "first")).toBe("2028年");
    expect(dayOfMonth("", "last")).toBeNull();
    expect(monthShown("2028年")).toBe("2028年");
    expect(monthShown(null)).toBe("");
  });

  it("is not shown for days inside a month", () => {
    expect(fitsMonth("2028-02-01", "first")).toBe(true);
    expect(fitsMonth("2028-02-02", "first")).toBe(false);
    expect(fitsMonth("2028-02-28", "last")).toBe(false);
    expect(fitsMonth(null, "last")).toBe(true);
    expect(atEdge("2028-02-10", "last")).toBe("2028-02-29");
  });
});

describe("the check while typing", () => {
  const today = "2026-11-21";
  const period = { startDate: "2026-04-01", endDate: "2027-03-31" };

  it("asks nothing until there is something to ask", () => {
    expect(checkOf(blankContract, today)).toBeUndefined();
    expect(checkOf({ kind: "new", adminEmail: "hanako@" }, today)).toBeUndefined();
    expect(checkOf({ kind: "existing", organizationId: 3 }, today)).toBeUndefined();
    expect(checkOf({ kind: "existing", organizationId: null, ...period }, today)).toBeUndefined();
    const reversed = { startDate: "2026-04-01", endDate: "2026-03-31" };
    expect(checkOf({ kind: "existing", organizationId: 3, ...reversed }, today)).toBeUndefined();
  });

  it("asks about an address before there is a period", () => {
    expect(checkOf({ kind: "new", adminEmail: "Hanako@example.com" }, today)).toEqual({
      adminEmail: "hanako@example.com",
      startDate: today,
      endDate: today,
    });
  });

  it("asks about the period of an existing organization", () => {
    const values = { kind: "existing", organizationId: 3, adminEmail: "x", ...period };
    expect(checkOf(values, today)).toEqual({ organizationId: 3, ...period });
  });

  it("asks about an edit only what it changes, and leaves the contract itself out", () => {
    const edited = aContract({ contractId: 5, organizationId: 3 });
    expect(checkOf(edited, today, edited)).toBeUndefined();
    expect(checkOf({ ...edited, endDate: "2027-04-30" }, today, edited)).toEqual({
      organizationId: 3,
      excludeContractId: 5,
      startDate: "2026-04-01",
      endDate: "2027-04-30",
    });
    expect(checkOf({ ...edited, adminEmail: "new@example.com" }, today, edited)).toMatchObject({
      adminEmail: "new@example.com",
    });
  });
});
