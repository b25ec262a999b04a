import { addHours } from "date-fns";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { evaluateAlerts } from "../../server/modules/alerts/service/evaluateAlerts.ts";
import { evaluateWebhooks } from "../../server/modules/alerts/service/evaluateProvider.ts";
import { raiseReconcileAlerts } from "../../server/modules/alerts/service/raiseAlerts.ts";
import { aMinuteLater } from "../support/accounts.ts";
import { ALERTS, OWN_ALERTS } from "../support/alertRequests.ts";
import { suiteApi, testApi } from "../support/api.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { perTest } from "../support/perSuite.ts";
import { SMTP_PASSWORD, SMTP_USER, smtpServer, type TestSmtp } from "../support/smtpServer.ts";
import { aWebhook } from "../support/webhooks.ts";

describeDatabase("mails about alerts", (engine) => {
  let smtp: TestSmtp;
  beforeAll(async () => {
    smtp = await smtpServer();
  });
  afterAll(() => smtp.close());
  const api = suiteApi(engine, () => ({
    now: "2026-04-15T12:00:00+09:00",
    env: { SMTP_URL: smtp.url, PUBLIC_URL: "https://console.example.com" },
    parts: { jobPollSeconds: 0.5 },
  }));
  const own = perTest(() => api.organization("通知株式会社"));

  beforeAll(() => api.app.jobs.start());
  beforeEach(() => void smtp.mails.splice(0));

  const anAdmin = (input: object = {}) =>
    api.aUser({ ...own, isOrganizationAdmin: true, userName: "佐藤 花子", ...input });
  const nearCap = (input: object = {}) =>
    aContract(api.db, {
      ...own,
      startDate: "2026-01-01",
      endDate: "2026-12-31",
      maxTranscriptCount: 100,
      usedTranscriptCount: 80,
      ...input,
    });
  const evaluate = () =>
    evaluateAlerts({ db: api.db, now: api.clock.now, config: api.config }, own.organizationId);
  const mailsTo = (address: string) => smtp.mails.filter(({ to }) => to.includes(address));
  const arrival = (address: string) =>
    vi.waitFor(() => expect(mailsTo(address)).toHaveLength(1), { timeout: 15_000 });
  /** Waits until no mail is waiting or at work. */
  const settled = () =>
    vi.waitFor(
      async () => {
        await aMinuteLater(api);
        const { rows } = await sql`
          select 1 from pgboss.job where name = 'alertMail' and state in ('created', 'retry', 'active')`.execute(
          api.db,
        );
        expect(rows).toEqual([]);
      },
      { timeout: 15_000, interval: 100 },
    );

  it("go once to each organization admin, also to who was only invited, with cause and link", async () => {
    const first = await anAdmin();
    const second = await anAdmin({ status: "INVITED" });
    const others = await Promise.all([
      anAdmin({ status: "DISABLED" }),
      api.aUser({ ...own, isDictionaryAdmin: true }),
      api.aUser({ organizationId: await api.anOrganization(), isOrganizationAdmin: true }),
    ]);
    await nearCap();
    await evaluate();
    await evaluate();
    await arrival(first.email);
    await arrival(second.email);
    await settled();
    expect(smtp.mails).toHaveLength(2);
    for (const { email } of others) expect(mailsTo(email)).toEqual([]);
    const [mail] = mailsTo(first.email);
    expect(mail?.from).toBe(SMTP_USER);
    expect(mail?.headers).toMatch(/^content-type: text\/plain; charset=utf-8/im);
    expect(mail?.text).toBe(
      [
        "佐藤 花子さん",
        "",
        "通知株式会社の契約について、次のアラートが発生しました。",
        "",
        "・残り20件です（80%を利用）。",
        "",
        "詳しくは、次のページをご確認ください。",
        "https://console.example.com/alerts",
        "",
        "契約の変更は、サービス提供元にお問い合わせください。",
        "メールを受け取るかどうかは、個人設定で変更できます。",
        "このメールは送信専用のため、返信にはお答えできません。",
        "",
      ].join("\r\n"),
    );
  });

  it("tell in one mail what was raised together, each cause once", async () => {
    const { email } = await anAdmin();
    await nearCap({ endDate: "2026-04-20", usedTranscriptCount: 100 });
    await evaluate();
    await arrival(email);
    await settled();
    expect(mailsTo(email)).toHaveLength(1);
    const messages = mailsTo(email)[0]
      ?.text.split("\r\n")
      .filter((line) => line.startsWith("・"));
    expect(messages?.toSorted()).toEqual([
      "・契約終了まで5日です。次期契約が登録されていません。",
      "・文字起こし件数が上限に達しました。",
    ]);
  });

  it("tell what becomes worse, not what eases", async () => {
    const { email } = await anAdmin();
    const contractId = await nearCap();
    const used = async (transcript_count: number) => {
      await api.db
        .updateTable("contract_usage")
        .set({ transcript_count })
        .where("contract_id", "=", contractId)
        .execute();
      await evaluate();
      await settled();
    };
    const messages = () => mailsTo(email).map(({ text }) => /・.*/.exec(text)?.[0]);
    await used(97);
    await used(100);
    await used(90);
    expect(messages()).toEqual([
      "・残り3件です（97%を利用）。",
      "・文字起こし件数が上限に達しました。",
    ]);
  });

  it("tell system admins of the reconciliation, all contracts in one, and organizations nothing", async () => {
    const { email } = await anAdmin();
    const operator = await api.aUser();
    const contracts = [
      { ...own, contractId: await nearCap({ usedTranscriptCount: 0 }) },
      { ...own, contractId: await nearCap({ startDate: "2027-01-01", endDate: "2027-12-31" }) },
    ];
    for (let time = 0; time < 2; time += 1) {
      await api.db
        .transaction()
        .execute((trx) => raiseReconcileAlerts(trx, api, contracts, api.clock.now()));
    }
    await evaluate();
    await settled();
    expect(mailsTo(email)).toEqual([]);
    const [mail, ...more] = mailsTo(operator.email);
    expect(more).toEqual([]);
    expect(mail?.text.split("\r\n")).toEqual([
      "試験 太郎さん",
      "",
      "次のアラートが発生しました。",
      "",
      "・通知株式会社：利用実績の合計が明細と一致していません。",
      "・通知株式会社：利用実績の合計が明細と一致していません。",
      "",
      "詳しくは、次のページをご確認ください。",
      "https://console.example.com/admin/alerts",
      "",
      "メールを受け取るかどうかは、個人設定で変更できます。",
      "このメールは送信専用のため、返信にはお答えできません。",
      "",
    ]);
  });

  it("tell system admins of a receiver after an hour, before it is paused, and when it is", async () => {
    const operator = await api.aUser();
    const webhookId = await aWebhook(api, { url: "https://hooks.example.com/" });
    const began = api.clock.now();
    const messages = async (hours: number, paused = false) => {
      const at = addHours(began, hours);
      const state = { failing_since: began, paused_at: paused ? at : null };
      await api.db.updateTable("webhooks").set(state).where("webhook_id", "=", webhookId).execute();
      await evaluateWebhooks({ db: api.db, now: () => at, config: api.config });
      await settled();
      return mailsTo(operator.email).map(({ text }) => /・.*?。/.exec(text)?.[0]);
    };
    const failing = (hours: number) =>
      `・hooks.example.comへの送信に${hours}時間続けて失敗しています。`;
    expect(await messages(0.5)).toEqual([]);
    expect(await messages(1)).toEqual([failing(1)]);
    expect(await messages(10)).toEqual([failing(1)]);
    expect(await messages(20)).toEqual([failing(1), failing(20)]);
    expect(await messages(24, true)).toEqual([
      failing(1),
      failing(20),
      "・hooks.example.comへの送信に24時間続けて失敗したため、Webhookを一時停止しました。",
    ]);
    await api.db.deleteFrom("webhooks").execute();
  });

  it("go to nobody who does not want them", async () => {
    const person = await anAdmin();
    const operator = await api.aUser();
    const as = { own: await api.as(person), operator: api.asSystemAdmin(operator) };
    const isOn = { status: 200, body: { enabled: true, available: true } };
    expect(await as.own.get(`${OWN_ALERTS}/mails`)).toMatchObject(isOn);
    expect(await as.operator.get(`${ALERTS}/mails`)).toMatchObject(isOn);
    const isOff = { status: 200, body: { enabled: false, available: true } };
    expect(await as.own.put(`${OWN_ALERTS}/mails`, { enabled: false })).toMatchObject(isOff);
    expect(await as.operator.put(`${ALERTS}/mails`, { enabled: false })).toMatchObject(isOff);
    const contractId = await nearCap();
    await evaluate();
    await api.db
      .transaction()
      .execute((trx) => raiseReconcileAlerts(trx, api, [{ ...own, contractId }], api.clock.now()));
    await settled();
    expect([...mailsTo(person.email), ...mailsTo(operator.email)]).toEqual([]);
    expect(await as.own.put(`${OWN_ALERTS}/mails`, { enabled: true })).toMatchObject(isOn);
    await api.db
      .updateTable("contract_usage")
      .set({ transcript_count: 100 })
      .where("contract_id", "=", contractId)
      .execute();
    await evaluate();
    await arrival(person.email);
  });

  it("cannot be given further headers by a name", async () => {
    const { email } = await anAdmin();
    await api.db
      .updateTable("organizations")
      .set({ organization_name: "悪意\r\nBcc: victim@example.com\r\n\r\n本文" })
      .where("organization_id", "=", own.organizationId)
      .execute();
    await nearCap();
    await evaluate();
    await arrival(email);
    const [mail] = mailsTo(email);
    expect(mail?.to).toEqual([email]);
    expect(mail?.headers).not.toMatch(/^bcc:/im);
    expect(mail?.text).toContain("悪意 Bcc: victim@example.com 本文の契約について");
  });

  describe("which the SMTP server does not take", () => {
    it("are given up where it refuses the address, and the log names none", async () => {
      const { email } = await anAdmin();
      smtp.refused.add(email);
      await nearCap();
      api.log.length = 0;
      await evaluate();
      await vi.waitFor(() => expect(api.log.join("")).toContain("EENVELOPE 550"), {
        timeout: 15_000,
      });
      await settled();
      expect(mailsTo(email)).toEqual([]);
      expect(api.log.join("")).not.toContain(email);
    });

    it("are sent once it is back, and the log names no password", async () => {
      const { email } = await anAdmin();
      const { port } = new URL(smtp.url);
      await smtp.close();
      await nearCap();
      api.log.length = 0;
      await evaluate();
      await vi.waitFor(() => expect(api.log.join("")).toContain("ESOCKET"), { timeout: 15_000 });
      smtp = await smtpServer(Number(port));
      await settled();
      expect(mailsTo(email)).toHaveLength(1);
      const log = api.log.join("");
      for (const secret of [email, SMTP_PASSWORD, encodeURIComponent(SMTP_PASSWORD)]) {
        expect(log).not.toContain(secret);
      }
    });
  });
});

describeDatabase("many mails about alerts", (engine) => {
  it("leave one batch after the other, without waiting for the next poll", async () => {
    const smtp = await smtpServer();
    const api = await testApi(engine, {
      now: "2026-04-15T12:00:00+09:00",
      env: { SMTP_URL: smtp.url },
      parts: { jobPollSeconds: 8 },
    });
    const organizationId = await api.anOrganization();
    for (let n = 0; n < 35; n += 1) await api.aUser({ organizationId, isOrganizationAdmin: true });
    await aContract(api.db, { organizationId, maxTranscriptCount: 100, usedTranscriptCount: 80 });
    const deps = { db: api.db, now: api.clock.now, config: api.config };
    await evaluateAlerts(deps, organizationId);
    await api.app.jobs.start();
    await vi.waitFor(() => expect(smtp.mails).not.toEqual([]), { timeout: 15_000 });
    const began = performance.now();
    await vi.waitFor(() => expect(smtp.mails).toHaveLength(35), { timeout: 30_000 });
    expect(performance.now() - began).toBeLessThan(8_000);
    await api.close();
    await smtp.close();
  });
});
