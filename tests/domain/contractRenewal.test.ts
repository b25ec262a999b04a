import { describe, expect, it } from "vitest";
import { renewalRefusal } from "../../domain/contracts/renewal.ts";
import { erasedEmail } from "../../domain/erasing/erased.ts";

const year = { startDate: "2026-04-01", endDate: "2027-03-31", terminationDate: null };
const contract = { ...year, adminEmail: "admin@example.com" };
const facts = { today: "2027-03-01", periods: [year], isEmailTaken: false };

describe("renewing a contract with others", () => {
  it("is possible while it runs, and after it ended within the next period", () => {
    expect(renewalRefusal(contract, facts)).toBeNull();
    expect(renewalRefusal(contract, { ...facts, today: "2028-03-31" })).toBeNull();
  });

  it("is refused once the next period is over too", () => {
    expect(renewalRefusal(contract, { ...facts, today: "2028-04-01" })).toBe(
      "次期契約の期間（2027/04〜2028/03）がすでに終了しています。",
    );
  });

  it("is refused if it is terminated, on whatever day", () => {
    const terminated = { ...contract, terminationDate: "2027-03-31" };
    expect(renewalRefusal(terminated, facts)).toBe("解約日（2027/03/31）が登録されています。");
  });

  it("is refused if it has a next contract, or another one lies within the next period", () => {
    const next = { startDate: "2027-04-01", endDate: "2027-09-30" };
    expect(renewalRefusal(contract, { ...facts, periods: [year, next] })).toBe(
      "次期契約（2027/04〜2027/09）がすでに登録されています。",
    );
    const later = { startDate: "2028-03-31", endDate: "2028-04-30" };
    expect(renewalRefusal(contract, { ...facts, periods: [later, year] })).toBe(
      "次期契約の期間（2027/04〜2028/03）が登録済みの契約（2028/03/31〜2028/04/30）と重複しています。",
    );
    const after = { startDate: "2028-04-01", endDate: "2028-04-30" };
    expect(renewalRefusal(contract, { ...facts, periods: [year, after] })).toBeNull();
  });

  it("is refused where the form would refuse it: the days, or the address of the admin", () => {
    const last = { ...contract, startDate: "2198-02-01", endDate: "2199-01-31" };
    expect(renewalRefusal(last, { ...facts, periods: [] })).toBe(
      "次期契約の終了日が、登録できる日付の範囲を超えています。",
    );
    const fits = { ...last, startDate: "2198-01-01", endDate: "2198-12-31" };
    expect(renewalRefusal(fits, { ...facts, periods: [] })).toBeNull();
    expect(renewalRefusal(contract, { ...facts, isEmailTaken: true })).toBe(
      "管理者メールアドレスが他の組織で使用されています。",
    );
    const erased = { ...contract, adminEmail: erasedEmail(7) };
    expect(renewalRefusal(erased, facts)).toBe("管理者の個人データが消去されています。");
  });
});
