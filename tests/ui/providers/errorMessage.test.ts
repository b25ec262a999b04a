import fc from "fast-check";
import { HttpError } from "react-admin";
import { describe, expect, it } from "vitest";
import { otherRelease } from "../../../server/problem.ts";
import { NetworkError } from "../../../src/providers/http/send.ts";
import {
  fieldFor,
  isForbidden,
  isNetworkError,
  messageFor,
} from "../../../src/providers/problems/errorMessage.ts";

const answer = (status: number, message?: unknown, code?: string) =>
  new HttpError("ignored", status, { message, code });

describe("the message of an error", () => {
  it.each([
    ["no response", new NetworkError()],
    ["the code ERR_NETWORK", { code: "ERR_NETWORK" }],
    ["the text network error", new Error("Network Error")],
    ["the identity service out of reach", { code: "auth/network-request-failed" }],
  ])("is about the network: %s", (_, error) => {
    expect(messageFor(error)).toBe("ネットワークエラーが発生しました。通信環境をご確認ください。");
  });

  it("is the server's where the server answered, even one that speaks of the network", () => {
    expect(messageFor(answer(502, "network error upstream"))).toBe("network error upstream");
    expect(isNetworkError(new HttpError("network error", 502, {}))).toBe(false);
  });

  it.each([
    [404, "該当データが見つかりませんでした。"],
    [400, "入力内容に誤りがあります。"],
    [409, "重複データが存在します。"],
    [422, "入力内容に不備があります。"],
    [431, "入力内容が超過している可能性があります。"],
    [500, "サーバーエラーが発生しました。管理者にお問い合わせください。"],
  ])("goes by status %i where the server said nothing", (status, message) => {
    expect(messageFor(answer(status))).toBe(message);
    expect(messageFor(new HttpError("Bad Gateway", status, undefined))).toBe(message);
  });

  it("is 処理に失敗しました。 for every other status without a message", () => {
    const listed = [400, 404, 409, 422, 431, 500];
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), (status) => {
        fc.pre(!listed.includes(status));
        expect(messageFor(answer(status))).toBe("処理に失敗しました。");
      }),
    );
  });

  it.each([undefined, null, 0, "", {}, [], new Error("x is not a function"), new TypeError()])(
    "is 処理に失敗しました。 for what says nothing to a person: %s",
    (error) => {
      expect(messageFor(error)).toBe("処理に失敗しました。");
    },
  );

  it("keeps a sentence that the browser itself threw", () => {
    expect(messageFor(new Error("認証トークンを取得できませんでした。"))).toBe(
      "認証トークンを取得できませんでした。",
    );
  });
});

describe("a server's message", () => {
  it("gets a full stop when it is Japanese and has no end punctuation", () => {
    expect(messageFor(answer(422, "契約期間が不正です"))).toBe("契約期間が不正です。");
    expect(messageFor(answer(422, "カナ"))).toBe("カナ。");
    expect(messageFor(answer(422, "ひらがな "))).toBe("ひらがな。");
  });

  it.each(["。", "｡", "．", ".", "!", "！", "?", "？"])("keeps its end punctuation %s", (end) => {
    expect(messageFor(answer(422, `保存できません${end}`))).toBe(`保存できません${end}`);
  });

  it("stays as it is when it is not Japanese", () => {
    expect(messageFor(answer(422, "Payload too large"))).toBe("Payload too large");
  });

  it.each(["contractNotFound", "organizationId", "aB", "error2Many", "maxTranscriptCount"])(
    "is ignored when it is an identifier: %s",
    (identifier) => {
      expect(messageFor(answer(404, identifier))).toBe("該当データが見つかりませんでした。");
    },
  );

  it("is ignored when it is empty or no text", () => {
    for (const message of ["", "  ", 5, null, {}, undefined]) {
      expect(messageFor(answer(400, message))).toBe("入力内容に誤りがあります。");
    }
  });

  it("ends in punctuation and starts as the server wrote it, for any Japanese text", () => {
    const japanese = fc
      .array(fc.constantFrom(..."あいうアイウ契約日辞書。、！？!?.ab1 "), { minLength: 1 })
      .map((characters) => characters.join("").trim())
      .filter((text) => /[ぁ-んァ-ン一-龠]/u.test(text));
    fc.assert(
      fc.property(japanese, fc.constantFrom(400, 409, 422, 500, 503), (text, status) => {
        const shown = messageFor(answer(status, text));
        expect(shown.startsWith(text)).toBe(true);
        expect(shown).toMatch(/[。.!！?？]$/);
        expect(shown.length - text.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("of any shape never breaks the lookup", () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        expect(messageFor({ status: 418, body })).not.toBe("");
        expect(messageFor(body)).not.toBe("");
      }),
    );
  });
});

describe("messages of an operation", () => {
  const create = (data: object) => ({ resource: "contracts", kind: "create", data }) as const;

  it("tells a contract's e-mail clash from its period clash by organizationId", () => {
    const clash = answer(409, "重複データが存在します。");
    expect(messageFor(clash, create({}))).toBe("メールアドレスが重複しています。");
    expect(messageFor(clash, create({ organizationId: 3 }))).toBe("契約期間が重複しています。");
  });

  it("says that periods overlap when an update clashes", () => {
    const update = { resource: "contracts", kind: "update" } as const;
    expect(messageFor(answer(409), update)).toBe("契約期間が重複しています。");
    expect(messageFor(answer(422, "変更できません"), update)).toBe("変更できません。");
  });

  it("does not call a page of another release a duplicate", () => {
    const older = answer(409, "画面を再読み込みしてください。", "OTHER_RELEASE");
    expect(messageFor(older, create({}))).toBe("画面を再読み込みしてください。");
  });

  it.each([
    ["contracts", "create"],
    ["contracts", "update"],
    ["users", "create"],
    ["dictionaries", "update"],
    ["workspaces", "create"],
  ] as const)("does not call a field of another release a duplicate: %s, %s", (resource, kind) => {
    const { status, code, message } = otherRelease().body("request");
    const refused = answer(status, message, code);
    const operation = { resource, kind, data: {} };
    expect(messageFor(refused, operation)).toBe(message);
    expect(fieldFor(refused, operation)).toBeUndefined();
  });

  it.each([
    [answer(409, "利用実績があります"), "利用実績があります。"],
    [answer(500), ""],
    [new NetworkError(), "ネットワークエラーが発生しました。通信環境をご確認ください。"],
  ])("says 契約削除に失敗しました。, then why", (error, cause) => {
    const remove = { resource: "contracts", kind: "delete" } as const;
    expect(messageFor(error, remove)).toBe(`契約削除に失敗しました。${cause}`);
  });

  it.each([
    ["dictionaries", "create", "dictionaryName"],
    ["dictionaries", "update", "dictionaryName"],
    ["workspaces", "create", "workspaceName"],
    ["workspaces", "update", "workspaceName"],
  ] as const)("puts a duplicate at the name: %s, %s", (resource, kind, field) => {
    const operation = { resource, kind };
    const taken = answer(409, "同じ名前がすでに登録されています。", "NAME_EXISTS");
    expect(fieldFor(taken, operation)).toBe(field);
    expect(messageFor(taken, operation)).toBe("同じ名前がすでに登録されています。");
    expect(messageFor(answer(409), operation)).toBe("重複データが存在します。");
    expect(fieldFor(answer(409, "", "OTHER_RELEASE"), operation)).toBeUndefined();
    expect(fieldFor(answer(422), operation)).toBeUndefined();
  });

  it.each(["create", "update"] as const)(
    "recognises a 403 on the %s of a dictionary as a permission problem",
    (kind) => {
      const operation = { resource: "dictionaries", kind };
      for (const refused of [answer(403), new HttpError("Forbidden", 403, undefined)]) {
        expect(isForbidden(refused)).toBe(true);
        expect(messageFor(refused, operation)).toBe("この操作を行う権限がありません。");
        expect(fieldFor(refused, operation)).toBeUndefined();
      }
      expect(isForbidden(answer(404))).toBe(false);
    },
  );

  it("shows who holds a lock as the server says it", () => {
    const held = "佐藤 花子さんが編集中のため、編集できません（14:32から）。";
    const update = { resource: "dictionaries", kind: "update" } as const;
    expect(messageFor(answer(423, held, "LOCKED"), update)).toBe(held);
  });

  it("leaves other resources to the general order", () => {
    expect(messageFor(answer(409), { resource: "users", kind: "create" })).toBe(
      "重複データが存在します。",
    );
  });

  it("says パスワード更新に失敗しました。 where a failed password update has no message", () => {
    const update = { resource: "password", kind: "update" } as const;
    expect(messageFor({ code: "auth/internal-error" }, update)).toBe(
      "パスワード更新に失敗しました。",
    );
    expect(messageFor(new Error("認証情報がありません。"), update)).toBe("認証情報がありません。");
    expect(messageFor({ code: "auth/wrong-password" }, update)).toBe(
      "現在のパスワードが正しくありません。",
    );
  });
});

describe("errors of the identity service", () => {
  const wrong = "メールアドレスまたはパスワードが正しくありません。";
  it.each([
    ["auth/wrong-password", wrong],
    ["auth/user-not-found", wrong],
    ["auth/invalid-credential", wrong],
    ["auth/invalid-login-credentials", wrong],
    ["auth/user-disabled", "このアカウントは無効になっています。管理者にお問い合わせください。"],
    ["auth/user-token-expired", "セッションの有効期限が切れました。もう一度ログインしてください。"],
    ["auth/network-request-failed", "ネットワークエラーが発生しました。通信環境をご確認ください。"],
    [
      "auth/missing-recaptcha-token",
      "自動操作ではないことを確認できませんでした。もう一度お試しください。",
    ],
    [
      "auth/password-does-not-meet-requirements",
      "パスワードが要件を満たしていません。文字数や文字の種類を確認してください。",
    ],
    [
      "auth/multi-factor-auth-required",
      "このアカウントの2段階認証の方法には対応していないため、ログインできません。管理者にお問い合わせください。",
    ],
    [
      "auth/user-mismatch",
      "ログイン中のアカウントと一致しません。同じアカウントを選択してください。",
    ],
    [
      "auth/popup-blocked",
      "ポップアップがブロックされました。ブラウザーで許可してから、もう一度お試しください。",
    ],
    ["auth/popup-closed-by-user", "ログインが中断されました。もう一度お試しください。"],
    ["auth/cancelled-popup-request", "ログインが中断されました。もう一度お試しください。"],
    [
      "auth/unauthorized-domain",
      "このドメインではログインできません。管理者にお問い合わせください。",
    ],
    ["auth/invalid-api-key", "ログインの設定に誤りがあります。管理者にお問い合わせください。"],
    [
      "auth/web-storage-unsupported",
      "ブラウザーにログイン情報を保存できません。サイトデータの保存を許可してください。",
    ],
    ["auth/email-already-in-use", "このメールアドレスはすでに登録されています。"],
    ["auth/too-many-requests", "試行回数が上限に達しました。しばらくしてからお試しください。"],
    [
      "auth/expired-action-code",
      "リンクの有効期限が切れているか、すでに使用されています。もう一度お手続きください。",
    ],
    [
      "auth/invalid-action-code",
      "リンクの有効期限が切れているか、すでに使用されています。もう一度お手続きください。",
    ],
    ["auth/requires-recent-login", "セキュリティのため、現在のパスワードを入力してください。"],
    ["auth/internal-error", "処理に失敗しました。"],
    [
      "auth/the-service-is-currently-unavailable.",
      "現在サービスに接続できません。しばらくしてからお試しください。",
    ],
  ])("%s", (code, message) => {
    expect(messageFor({ code, message: `Firebase: Error (${code}).` })).toBe(message);
  });
});
