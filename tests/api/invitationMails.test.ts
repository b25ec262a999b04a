import { afterAll, beforeAll, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { MailedTokens, OPEN } from "../support/invitations.ts";
import { someEmail } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { SMTP_USER, smtpServer, type TestSmtp } from "../support/smtpServer.ts";
import { newUser, USERS, userOf } from "../support/userRequests.ts";

describeDatabase("the mail of an invitation with SMTP_URL", (engine) => {
  let smtp: TestSmtp;
  beforeAll(async () => {
    smtp = await smtpServer();
  });
  afterAll(() => smtp.close());
  const mailed = new MailedTokens();
  const api = suiteApi(engine, () => ({
    now: "2026-04-15T18:00:00+09:00",
    identity: mailed.over,
    env: { SMTP_URL: smtp.url, PUBLIC_URL: "https://console.example.com", INVITATION_DAYS: "3" },
  }));
  const sender = perSuite(() => api.aUser({ userName: "鈴木 一郎" }));
  const admin = api.asSystemAdmin(sender);
  const own = perSuite(() => api.organization("青空商事"));
  const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));

  it("is ours alone: in Japanese, with organization, sender, link and end", async () => {
    const { email } = userOf(await admin.post(USERS, newUser(own)));
    expect(mailed.to(email)).toEqual([]);
    const [mail] = mailsTo(email);
    expect(mail?.from).toBe(SMTP_USER);
    const link = /^https:\/\/console\.example\.com\/app\/action\?invite=[\w-]{43}$/m;
    const text = (mail?.text ?? "").replaceAll("\r\n", "\n");
    expect(text.replace(link, "LINK")).toBe(`髙橋 美咲さん

鈴木 一郎さんから、青空商事のKnowledge Insightに招待されています。
次のリンクからパスワードを設定すると、ログインできるようになります。

LINK

招待の期限：2026/04/18 18:00
期限を過ぎた場合は、同じリンクから新しい招待メールを受け取れます。

リンクは、ほかの人に渡さないでください。
心当たりがない場合は、このメールを削除してください。
このメールは送信専用のため、返信にはお答えできません。
`);
    const token = new URL(link.exec(text)?.[0] ?? "").searchParams.get("invite");
    expect((await api.anonymous.post(OPEN, { token })).status).toBe(200);
    expect(api.log.join("")).not.toContain(token);
  });

  it("says that it is about the admin area to a system admin", async () => {
    const email = someEmail();
    await admin.post(USERS, { email, userName: "管理 花子", isSystemAdmin: true });
    expect(mailsTo(email)[0]?.text).toContain("システム管理者として招待されています。");
  });

  it("is that of the identity service for who has signed in before and lost the account", async () => {
    const { userId, email } = await api.aUser({ ...own, identityError: "ACCOUNT_LOST" });
    expect((await admin.post(`${USERS}/${userId}/invitation`)).status).toBe(204);
    expect([mailsTo(email), mailed.to(email)]).toEqual([[], [null]]);
  });

  it("that is refused for good shows on the user, and leaves no link", async () => {
    const email = someEmail();
    smtp.refused.add(email);
    const user = userOf(await admin.post(USERS, newUser({ ...own, email })));
    expect(user).toMatchObject({
      identityError: "REFUSED",
      mailPending: false,
      invitationEndsAt: null,
    });
  });
});
