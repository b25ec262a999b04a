import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { CONTRACTS, OWN_CONTRACTS } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { csvRows, csvTable } from "../support/csv.ts";
import { describeDatabase } from "../support/database.ts";
import { MEMBERS, USERS } from "../support/userRequests.ts";

const lastMinute = "2026-11-22T23:59:00+09:00";
const midnight = "2026-11-23T00:00:00+09:00";
const someDay = { startDate: "2026-04-01", endDate: "2027-03-31" };

const CONTRACT_HEADINGS = [
  ["契約ID", "組織番号", "組織名", "組織名（フリガナ）"],
  ["ステータス", "契約開始日", "契約終了日", "利用状況"],
  ["利用件数", "文字起こし上限件数", "利用時間（分）", "文字起こし上限時間（分）"],
  ["管理者名", "管理者名（フリガナ）", "管理者メールアドレス", "解約日"],
].flat();

const column = ({ text }: Answer, heading: string) => csvRows(text).map((row) => row[heading]);

describeDatabase("CSV files", (engine) => {
  const api = suiteApi(engine, { now: lastMinute });
  const admin = api.asSystemAdmin();

  const exportOf = async (filters = "") => {
    const answer = await admin.get(`${CONTRACTS}/export${filters}`);
    expect(answer.status, answer.text).toBe(200);
    return answer;
  };

  describe("of contracts", () => {
    it("is named by the day in Tokyo, says how many rows it has, and opens as UTF-8", async () => {
      const organizationId = await api.anOrganization();
      await aContract(api.db, { organizationId, ...someDay });
      const { headers, text } = await exportOf(`?organizationId=${organizationId}`);
      expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
      expect(headers["x-total-count"]).toBe("1");
      expect(headers["content-disposition"]).toBe(
        `attachment; filename="contracts_20261122.csv"; filename*=UTF-8''${encodeURIComponent("契約一覧_20261122.csv")}`,
      );
      expect(headers["content-length"]).toBeUndefined();
      expect(text.startsWith("\ufeff契約ID,組織番号,")).toBe(true);
      expect(text.split("\r\n")).toHaveLength(3);
    });

    it("has the labels of the list as headings, and writes a contract as people read it", async () => {
      const organizationId = await api.anOrganization("デモ株式会社");
      const contractId = await aContract(api.db, {
        organizationId,
        adminName: "佐藤 花子",
        adminEmail: "orgadmin@example.com",
        ...someDay,
        terminationDate: "2027-01-31",
        terminationReason: "統合のため",
        maxTranscriptCount: 1000,
        usedTranscriptCount: 120,
        usedSeconds: 525 * 60,
        memo: "一行目\n二行目",
        updatedAt: new Date("2026-04-02T00:05:00Z"),
      });
      await sql`update organizations set organization_name_kana = 'デモカブシキガイシャ'
        where organization_id = ${organizationId}`.execute(api.db);
      await sql`update contracts set admin_name_kana = 'サトウ ハナコ'
        where contract_id = ${contractId}`.execute(api.db);
      const { text } = await exportOf(`?organizationId=${organizationId}`);
      const [headings, row] = csvTable(text);
      expect(headings).toEqual([...CONTRACT_HEADINGS, "解約理由", "メモ", "登録日時", "更新日時"]);
      expect(row?.toSpliced(1, 1)).toEqual([
        String(contractId),
        ...["デモ株式会社", "デモカブシキガイシャ", "契約中", "2026/04/01", "2027/03/31", "通常"],
        ...["120", "1000", "525", "無制限", "佐藤 花子", "サトウ ハナコ", "orgadmin@example.com"],
        ...["2027/01/31", "統合のため", "一行目\n二行目", "2026/01/01 09:00", "2026/04/02 09:05"],
      ]);
      expect(row?.[1]).toMatch(/^\d{8}$/);
    });

    it.each(["=1+1", "+81", "-2", "@SUM(A1)", "＝1", "\t=1"])(
      "defuses a cell that begins as %j",
      async (memo) => {
        const organizationId = await api.anOrganization();
        await aContract(api.db, { organizationId, ...someDay, memo });
        const answer = await exportOf(`?organizationId=${organizationId}`);
        expect(column(answer, "メモ")).toEqual([`'${memo}`]);
      },
    );

    it("keeps commas, quotes and line breaks within their cell", async () => {
      const organizationId = await api.anOrganization('山田,"商店"');
      await aContract(api.db, { organizationId, ...someDay, memo: "一行目\n二行目" });
      const answer = await exportOf(`?organizationId=${organizationId}`);
      expect(answer.text).toContain('"山田,""商店"""');
      expect(answer.text).toContain('"一行目\n二行目"');
      expect(column(answer, "組織名")).toEqual(['山田,"商店"']);
    });

    it("takes the filters and the order of the list, and its mistakes", async () => {
      const organizationId = await api.anOrganization("抽出商事");
      const ids = [
        await aContract(api.db, { organizationId, startDate: "2026-01-01", endDate: "2026-12-31" }),
        await aContract(api.db, { organizationId, startDate: "2025-01-01", endDate: "2025-12-31" }),
        await aContract(api.db, { organizationId, startDate: "2027-01-01", endDate: "2027-12-31" }),
      ].map(String);
      for (const [filters, expected] of [
        ["", [0, 1, 2]],
        ["&sort=startDate,desc", [2, 0, 1]],
        ["&sort=usage,desc", [2, 1, 0]],
        ["&q=抽出&sort=endDate,asc", [1, 0, 2]],
        ["&status=EXPIRED,UPCOMING", [1, 2]],
        ["&startMonth=2026-01&endMonth=2026-12", [0]],
        ["&usageState=EXCEEDED", []],
      ] as const) {
        const only = `?organizationId=${organizationId}${filters}`;
        const answer = await exportOf(only);
        expect(column(answer, "契約ID"), filters).toEqual(expected.map((n) => ids[n]));
        expect(answer.headers["x-total-count"]).toBe(String(expected.length));
        const list = await admin.get(`${CONTRACTS}${only}`);
        expect(list.body).toMatchObject({
          content: expected.map((n) => ({ contractId: Number(ids[n]) })),
        });
      }
      expect((await admin.get(`${CONTRACTS}/export?page=1`)).status).toBe(400);
      expect((await admin.get(`${CONTRACTS}/export?sort=memo,asc`)).status).toBe(400);
    });

    it("shows the status of the day on which it was asked for", async () => {
      const organizationId = await api.anOrganization();
      const ends = { startDate: "2026-01-01", endDate: "2026-11-22" };
      await aContract(api.db, { organizationId, ...ends });
      const only = `?organizationId=${organizationId}`;
      expect(column(await exportOf(only), "ステータス")).toEqual(["期限間近"]);
      try {
        api.clock.set(midnight);
        const answer = await exportOf(only);
        expect(column(answer, "ステータス")).toEqual(["契約終了"]);
        expect(String(answer.headers["content-disposition"])).toContain("contracts_20261123.csv");
      } finally {
        api.clock.set(lastMinute);
      }
    });

    it("gives an organization its own contracts, without the provider's notes", async () => {
      const organizationId = await api.anOrganization();
      const other = await api.anOrganization();
      const contractId = await aContract(api.db, { organizationId, ...someDay, memo: "社内のみ" });
      await aContract(api.db, { organizationId: other, ...someDay });
      const member = api.as(await api.aUser({ organizationId, isOrganizationAdmin: true }));
      const answer = await member.get(`${OWN_CONTRACTS}/export`);
      const [headings, ...rows] = csvTable(answer.text);
      expect(headings).toEqual([...CONTRACT_HEADINGS, "登録日時", "更新日時"]);
      expect(rows.map(([id]) => id)).toEqual([String(contractId)]);
      expect(answer.text).not.toContain("社内のみ");
      expect((await member.get(`${OWN_CONTRACTS}/export?organizationId=${other}`)).status).toBe(
        400,
      );
    });

    it("has only headings if nothing matches", async () => {
      const organizationId = await api.anOrganization();
      const { headers, text } = await exportOf(`?organizationId=${organizationId}`);
      expect(csvTable(text)).toHaveLength(1);
      expect(headers["x-total-count"]).toBe("0");
    });

    it("tells a HEAD its name and size without a body", async () => {
      const { status, headers, text } = await admin.send("HEAD", `${CONTRACTS}/export`);
      expect(status).toBe(200);
      expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
      expect(Number(headers["x-total-count"])).toBeGreaterThan(0);
      expect(text).toBe("");
    });
  });

  describe("of users", () => {
    it("lists them with organization, roles and status, disabled ones too", async () => {
      const organizationId = await api.anOrganization("利用商事");
      await api.aUser({ organizationId, userName: "阿部", email: "abe@riyo.example.com" });
      await api.aUser({
        ...{ organizationId, userName: "馬場", email: "baba@riyo.example.com" },
        isOrganizationAdmin: true,
        isDictionaryAdmin: true,
        status: "DISABLED",
      });
      await api.aUser({ organizationId: null, userName: "千葉", email: "chiba@riyo.example.com" });
      await sql`update users set user_name_kana = 'アベ' where email = 'abe@riyo.example.com'`.execute(
        api.db,
      );
      const answer = await admin.get(`${USERS}/export?q=riyo.example&sort=email,asc`);
      const at = "2026/11/22 23:59";
      const [no = ""] = column(answer, "組織番号");
      expect(no).toMatch(/^\d{8}$/);
      expect(csvTable(answer.text)).toEqual([
        [
          "氏名",
          "氏名（フリガナ）",
          "メールアドレス",
          "組織名",
          "組織番号",
          "役割",
          "ワークスペース",
          "ステータス",
          "登録日時",
          "更新日時",
        ],
        ["阿部", "アベ", "abe@riyo.example.com", "利用商事", no, "一般", "", "有効", at, at],
        [
          "馬場",
          "",
          "baba@riyo.example.com",
          "利用商事",
          no,
          "辞書管理者・組織管理者",
          "",
          "無効",
          at,
          at,
        ],
        [
          "千葉",
          "",
          "chiba@riyo.example.com",
          "（所属なし）",
          "",
          "システム管理者",
          "",
          "有効",
          at,
          at,
        ],
      ]);
      expect(String(answer.headers["content-disposition"])).toContain(
        encodeURIComponent("利用者一覧_20261122.csv"),
      );
      const disabled = await admin.get(`${USERS}/export?q=riyo.example&status=DISABLED`);
      expect(column(disabled, "氏名")).toEqual(["馬場"]);
      expect(disabled.headers["x-total-count"]).toBe("1");
    });

    it("gives every member the members of the own organization", async () => {
      const organizationId = await api.anOrganization();
      const member = await api.aUser({ organizationId, userName: "一般 員" });
      await api.aUser({ organizationId, userName: "無効 員", status: "DISABLED" });
      await api.aUser({ organizationId: await api.anOrganization(), userName: "他社 員" });
      const answer = await api.as(member).get(`${MEMBERS}/export?sort=userName,desc`);
      expect(csvTable(answer.text)[0]).toEqual([
        ...[
          "氏名",
          "氏名（フリガナ）",
          "メールアドレス",
          "役割",
          "ステータス",
          "登録日時",
          "更新日時",
        ],
      ]);
      expect(column(answer, "氏名").toSorted()).toEqual(["一般 員", "無効 員"]);
      expect(String(answer.headers["content-disposition"])).toContain(
        encodeURIComponent("メンバー一覧_20261122.csv"),
      );
    });
  });
});
