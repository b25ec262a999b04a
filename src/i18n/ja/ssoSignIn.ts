/** Of the sign-in page, for people of organizations with single sign-on. Only code that loads late shows them. */
export const ssoSignIn = {
  lead: "この組織はシングルサインオンを利用しています。",
  submit: "シングルサインオンでログイン",
  byPassword: "パスワードでログイン",
} as const;
