import { type FieldTable, listed, named } from "../fields.ts";

const onOff = named({ true: "利用する", false: "利用しない" });
const ssoLabels = { saml: "SAML", oidc: "OpenID Connect" } as const;

function ssoWords(value: unknown): string {
  const { kind, required, asksForSecondFactor, at, fingerprints = [] } = Object(value);
  const parts = [
    named(ssoLabels)(kind),
    ...(at ? [at] : []),
    ...fingerprints.map((fingerprint: string) => `証明書 ${fingerprint}`),
    ...(required ? ["必須"] : []),
    ...(asksForSecondFactor ? ["2段階認証あり"] : []),
  ];
  return parts.join("・");
}

function domainWords(value: unknown): string {
  const { name, provenAt } = Object(value);
  return provenAt ? String(name) : `${name}（未確認）`;
}

export const waysFields = {
  password: { label: "パスワード", words: onOff },
  google: { label: "Google", words: onOff },
  sso: { label: "シングルサインオン", words: ssoWords, ofNull: "利用しない" },
  domains: { label: "ドメイン", words: listed(domainWords), ofEmpty: "なし" },
  joinOnFirstSignIn: { label: "初回ログイン時に登録", words: onOff },
} as const satisfies FieldTable;
