import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { unavailable, validationFailed } from "../../../server/problem.ts";
import { draftKeys } from "../../../src/providers/data/drafts.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { aContract, anAdjustment, anOrganization } from "../../support/records.ts";
import { contractsAre } from "../contracts/contractRecords.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { openAdmin } from "../contracts/openAdmin.tsx";

const api = apiDouble("admin");
const field = (name: string | RegExp) => screen.findByRole("textbox", { name });
const press = async (name: string) => {
  const [button] = await screen.findAllByRole("button", { name });
  if (button) await userEvent.click(button);
};
const signIn = () =>
  userProfile.set({ ...NO_PROFILE, email: "sysadmin@example.com", isSystemAdmin: true });
const type = async (name: string | RegExp, text: string) => userEvent.type(await field(name), text);

/** The page is loaded again: it hears no answers any more. */
function reload() {
  userProfile.clear();
  cleanup();
  signIn();
}

const AT = "2026-11-21T01:42:00.000Z";
const TAKEN = "前回の入力内容は保存されています。（2026/11/21 10:42）";
const FOUND = /^保存されていない入力内容がこの端末に保管されています。/;

interface Form {
  post: Parameters<typeof api.answer>[0];
  open: () => Promise<unknown>;
  /** Types what a save needs. */
  fill: () => Promise<unknown>;
  save: string;
  hint?: string;
}

const adjustment: Form = {
  post: "POST /contracts/{id}/adjustments",
  open: async () => {
    openAdmin("/contracts/1/show");
    await press("利用を調整");
  },
  fill: async () => {
    await type(/^件数/, "3");
    await type(/^理由/, "重複計上のため");
  },
  save: "調整する",
};

const forms: Readonly<Record<string, Form>> = {
  "an adjustment": adjustment,
  "a service key": {
    post: "POST /service-keys",
    open: async () => {
      openAdmin("/service-keys");
      await press("サービスキーを発行");
    },
    fill: () => type("名前", "文字起こし"),
    save: "発行する",
    hint: "キーを控えていない場合は、一覧で取り消してから、もう一度発行してください。",
  },
  "a webhook": {
    post: "POST /webhooks",
    open: async () => {
      openAdmin("/webhooks");
      await press("Webhookを登録");
    },
    fill: () => type("URL", "https://hooks.example.com/"),
    save: "登録する",
    hint: "署名キーを控えていない場合は、Webhookの詳細で署名キーを更新してください。",
  },
  "a user": {
    post: "POST /users",
    open: async () => openAdmin("/users/create"),
    fill: async () => {
      await type("氏名", "田中 次郎");
      await type(/^メールアドレス/, "tanaka@example.com");
      await userEvent.type(screen.getByRole("combobox", { name: /^組織/ }), "髙橋商事");
      await screen.findByRole("option", { name: /髙橋商事/ });
      await userEvent.keyboard("{Enter}");
    },
    save: "招待メールを送信",
  },
  "a view": {
    post: "POST /views",
    open: async () => {
      openAdmin("/contracts");
      await press("ビュー");
      await userEvent.click(await screen.findByRole("menuitem", { name: "現在の条件を保存" }));
    },
    fill: () => type(/^ビュー名/, "今月"),
    save: "保存",
  },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T03:00:00Z") });
  window.localStorage.clear();
  signIn();
  contractsAre([aContract()]);
  const owner = { organizationId: 3, organizationName: "髙橋商事", organizationNo: "00000003" };
  api.answer("GET /organizations", paged([anOrganization(owner)]));
  api.answer("GET /service-keys", paged([]));
  api.answer("GET /webhooks", paged([]));
  api.answer("GET /views", () => ({ views: [], defaultViewId: null }));
});

afterEach(() => {
  userProfile.clear();
  window.localStorage.clear();
});

const keysSent = (post: Form["post"]) =>
  api.calls(post).map(({ headers }) => headers.get("Idempotency-Key"));
const askedFor = () => api.calls("GET /submissions").map(({ query }) => query.key);

/** Saves, and loads the page again before the answer. */
async function leaveInMidSave({ post, open, fill, save }: Form) {
  api.answer(post, () => new Promise(() => {}));
  await open();
  await fill();
  await press(save);
  await waitFor(() => expect(keysSent(post)).toEqual([expect.stringMatching(/^[\w-]{36}$/)]));
  reload();
}

describe.each(Object.entries(forms))("the draft of %s after a reload in mid-save", (_, form) => {
  it("is not offered where the server has taken it, which is said", async () => {
    await leaveInMidSave(form);
    api.answer("GET /submissions", () => ({ state: "TAKEN", at: AT }));
    await form.open();
    const notice = await screen.findByText(TAKEN);
    expect(notice).toBeVisible();
    expect(askedFor()).toEqual(keysSent(form.post));
    if (form.hint) expect(screen.getByText(form.hint)).toBeVisible();
    expect(screen.queryByRole("button", { name: "復元する" })).toBeNull();
    await press("閉じる");
    reload();
    await form.open();
    await screen.findAllByRole("textbox");
    expect(screen.queryByText(TAKEN)).toBeNull();
    expect(screen.queryByText(FOUND)).toBeNull();
  });

  it("is offered where it has not, and is sent under the same key", async () => {
    await leaveInMidSave(form);
    api.answer("GET /submissions", () => ({ state: "NONE", at: null }));
    await form.open();
    await press("復元する");
    await press(form.save);
    await waitFor(() => expect(keysSent(form.post)).toHaveLength(2));
    expect(new Set(keysSent(form.post)).size).toBe(1);
  });
});

describe("the draft of a submission", () => {
  it("waits for the server to end a save that still runs", async () => {
    await leaveInMidSave(adjustment);
    api.answer("GET /submissions", () => ({ state: "TAKEN", at: AT }));
    api.answer("GET /submissions", () => ({ state: "RUNNING", at: AT }), { once: true });
    await adjustment.open();
    expect(await screen.findByText("前回の保存の結果を確認しています。")).toBeVisible();
    expect(screen.queryByRole("button", { name: "復元する" })).toBeNull();
    expect(await screen.findByText(TAKEN, {}, { timeout: 4_000 })).toBeVisible();
  });

  it("is offered with a warning where the server cannot be asked", async () => {
    expectConsoleErrors();
    await leaveInMidSave(adjustment);
    api.refuse("GET /submissions", unavailable());
    await adjustment.open();
    expect(await screen.findByText(/^前回の保存の結果を確認できません。/)).toBeVisible();
    await press("復元する");
    expect(await field(/^理由/)).toHaveValue("重複計上のため");
  });

  it("is offered with a warning where the key is older than the server remembers", async () => {
    await leaveInMidSave(adjustment);
    vi.setSystemTime(new Date("2026-11-22T03:01:00Z"));
    api.answer("GET /submissions", () => ({ state: "NONE", at: null }));
    await adjustment.open();
    expect(await screen.findByText(/^前回の保存の結果を確認できません。/)).toBeVisible();
  });

  it("is offered with what was typed since, and says that the rest is saved", async () => {
    api.cutOff(adjustment.post);
    expectConsoleErrors();
    await adjustment.open();
    await adjustment.fill();
    await press("調整する");
    await screen.findByText("ネットワークエラーが発生しました。通信環境をご確認ください。");
    await type(/^理由/, "（訂正）");
    reload();
    api.answer("GET /submissions", () => ({ state: "TAKEN", at: AT }));
    await adjustment.open();
    const partly = "変更する前の入力内容は保存されています。（2026/11/21 10:42）";
    expect(await screen.findByText(partly)).toBeVisible();
    await press("復元する");
    expect(await field(/^理由/)).toHaveValue("重複計上のため（訂正）");
  });

  it("is offered without a question where the server has refused it for good", async () => {
    expectConsoleErrors();
    const reason = "理由は200文字以内で入力してください。";
    api.refuse(adjustment.post, validationFailed({ reason }));
    await adjustment.open();
    await adjustment.fill();
    await press("調整する");
    await screen.findByText(reason);
    reload();
    await adjustment.open();
    await press("復元する");
    expect(askedFor()).toEqual([]);
    expect(screen.queryByText(/^前回の保存の結果/)).toBeNull();
  });

  it("is over with the save that follows a lost answer", async () => {
    expectConsoleErrors();
    api.refuse(adjustment.post, unavailable(), { once: true });
    await adjustment.open();
    await adjustment.fill();
    await press("調整する");
    await screen.findByText(unavailable().message);
    api.answer(adjustment.post, () => anAdjustment());
    await press("調整する");
    await screen.findByText("利用を調整しました。");
    expect(new Set(keysSent(adjustment.post)).size).toBe(1);
    await waitFor(() => expect(draftKeys()).toEqual([]));
  });
});
