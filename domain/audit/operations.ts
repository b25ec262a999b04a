/** What a person does with the own sign-ins: no change of the person's record. */
export const SIGN_INS: readonly string[] = [
  "signIn",
  "openSession",
  "signOut",
  "endSession",
  "endOneSignIn",
  "endOneSession",
  "endOtherSignIns",
  "endOtherSessions",
];

/** What two people say to each other with these is in no event; a release before has recorded it. */
export const BETWEEN_TWO: readonly string[] = ["requestLock", "refuseLockRequest"];

/**
 * What has no endpoint and is logged, in Japanese: what credentials show, jobs, commands of the
 * command line, and endpoints of a release before. Endpoints declare theirs (domain/api/endpoint.ts).
 */
export const operationsWithoutEndpoint: Readonly<Record<string, string>> = {
  signIn: "ログイン",
  joinOnFirstSignIn: "初回ログイン時に登録",
  account: "アカウントを同期",
  reconcileAccounts: "アカウントを修復",
  addSystemAdmin: "最初のシステム管理者を招待",
  allowAddresses: "接続元IPアドレスの制限を解除",
  resealAudit: "個人データ消去後の操作ログを記録",
  reconcile: "利用実績を再計算",
  supersedeProposals: "不要になった提案を終了",
  restored: "復元後の処理",
  seedDemo: "デモデータを作成",
  exportUserImportErrors: "利用者の取り込みのエラー行をダウンロード",
  exportMemberImportErrors: "メンバーの取り込みのエラー行をダウンロード",
  exportContractImportErrors: "契約の取り込みのエラー行をダウンロード",
};
