import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type ProposalMailJob,
  requestDailyMails,
  sendProposalMails,
} from "../../server/modules/proposals/service/dailyMails.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { perSuite } from "../support/perSuite.ts";
import { aProposal, PROPOSALS } from "../support/proposalRequests.ts";
import { smtpServer, type TestSmtp } from "../support/smtpServer.ts";

const current = { "if-match": "*" };

describeDatabase("the daily mails about proposals", (engine) => {
  let smtp: TestSmtp;
  beforeAll(async () => {
    smtp = await smtpServer();
  });
  afterAll(() => smtp.close());
  const api = suiteApi(engine, () => ({
    env: { SMTP_URL: smtp.url, PUBLIC_URL: "https://console.example.com" },
  }));
  const own = perSuite(() => api.organization());
  const proposer = perSuite(() => api.aUser({ ...own, userName: "田中 次郎" }));
  const keeper = perSuite(() => api.aUser({ ...own, isDictionaryAdmin: true }));

  /** Sends what the day asks for; returns the mails by their recipients. */
  async function day() {
    smtp.mails.splice(0);
    await sql`delete from pgboss.job where name = 'proposalMail'`.execute(api.db);
    const { db, config, app, clock } = api;
    await requestDailyMails({ db, now: clock.now });
    const { rows } = await sql<{ data: ProposalMailJob }>`
      select data from pgboss.job where name = 'proposalMail'`.execute(db);
    await sendProposalMails(
      { db, config, log: app.log },
      rows.map(({ data }) => data),
    );
    return new Map(smtp.mails.map((mail) => [mail.to.join(), mail]));
  }

  it("tell those who decide of new ones, and proposers of what has ended, each once", async () => {
    const dictionaryId = await aDictionary(api, { ...own, dictionaryName: "医療用語" });
    const made = { ...own, dictionaryId, proposerId: proposer.userId };
    const taken = await aProposal(api, { ...made, change: { surface: "偕楽園", reading: "あ" } });
    const withdrawn = await aProposal(api, made);
    await aProposal(api, made);
    const waiting = await day();
    expect([...waiting.keys()]).toEqual([keeper.email]);
    expect(waiting.get(keeper.email)?.text).toContain("・医療用語：3件");

    await api.as(proposer).post(`${PROPOSALS}/${withdrawn}/withdraw`, {});
    const decision = { accept: [taken], reason: "助かりました。" };
    await api.as(keeper).post(`${PROPOSALS}/decide`, decision, current);
    const ended = await day();
    expect([...ended.keys()]).toEqual([proposer.email]);
    const { text } = ended.get(proposer.email) ?? {};
    expect(text).toContain("・偕楽園：採用（助かりました。）");
    expect(text).toContain("https://console.example.com/proposals");
    expect((await day()).size).toBe(0);
  });

  it("are turned off by each person alone, whatever they chose of alerts, and say where", async () => {
    const world = { organizationId: await api.anOrganization() };
    const dictionaryId = await aDictionary(api, world);
    const [asking, deciding, other] = [
      await api.aUser(world),
      await api.aUser({ ...world, isDictionaryAdmin: true }),
      await api.aUser({ ...world, isOrganizationAdmin: true }),
    ];
    const choose = (user: typeof asking, enabled: boolean) =>
      api.as(user).put(`${PROPOSALS}/mails`, { enabled });
    expect((await choose(deciding, false)).body).toEqual({ enabled: false, available: true });
    await api.as(other).put("/api/v1/alerts/mails", { enabled: false });
    const first = await aProposal(api, { ...world, dictionaryId, proposerId: asking.userId });
    const waiting = await day();
    expect([...waiting.keys()]).toEqual([other.email]);
    expect(waiting.get(other.email)?.text).toContain(
      "メールを受け取るかどうかは、個人設定で変更できます。",
    );
    await choose(asking, false);
    const reject = { reject: [first], reason: "一般的な語です。" };
    await api.as(deciding).post(`${PROPOSALS}/decide`, reject, current);
    expect((await day()).size).toBe(0);
    await choose(asking, true);
    expect((await api.as(asking).get(`${PROPOSALS}/mails`)).body).toMatchObject({ enabled: true });
    const second = await aProposal(api, { ...world, dictionaryId, proposerId: asking.userId });
    await api.as(deciding).post(`${PROPOSALS}/decide`, { ...reject, reject: [second] }, current);
    expect([...(await day()).keys()]).toEqual([asking.email]);
  });
});
