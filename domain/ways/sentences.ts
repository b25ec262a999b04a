/** Sentences about the ways to sign in, of problems and of single fields. */
export const waySentences = {
  notAllowed: "このログイン方法は利用できません。組織で許可されている方法でログインしてください。",
  notTried: "必須にする前に、テストログインを成功させてください。",
  withoutDomain:
    "必須にするには、確認済みドメインが必要です。ログイン画面は、確認済みドメインのメールアドレスをシングルサインオンに案内します。",
  required: "シングルサインオンが必須のため、変更できません。必須を解除してから変更してください。",
  noWay: "パスワードとGoogleをどちらも使わない場合は、シングルサインオンを必須にしてください。",
  noProvider: "先にシングルサインオンの接続を設定してください。",
  noBreakGlass: "緊急時にパスワードでログインする組織管理者を、1人以上選択してください。",
  notAdmin: "有効な組織管理者の中から選択してください。",
  noDomain: "先にドメインを確認してください。",
  noCertificate: "証明書を入力してください。",
  certificateUnreadable:
    "証明書を読み取れませんでした。-----BEGIN CERTIFICATE-----で始まる内容を入力してください。",
  certificateExpired: "有効期限が切れている証明書です。",
  tooManyCertificates: "証明書は2件まで登録できます。",
  providerRefused: "認証サービスが接続の設定を受け付けませんでした。入力内容を確認してください。",
  secretOfOther:
    "発行者またはクライアントIDを変更する場合は、クライアントシークレットも入力してください。",
  https: "https://で始まるURLを入力してください。",
  domain: "ドメインは、example.co.jpの形式で入力してください。",
  domainUnproven:
    "TXTレコードが見つかりませんでした。設定した内容を確認してください。反映には時間がかかることがあります。",
  domainTaken: "このドメインは他の組織で確認されています。",
  testOtherWay: "この組織のシングルサインオンによるログインではありません。",
  testTooOld: "ログインから時間が経過しています。もう一度テストログインしてください。",
  testUnknown:
    "テストログインはできましたが、この組織に登録されていない利用者です。組織の利用者のアカウントでお試しください。",
  testForeign: "この組織の利用者ではないため、テストログインを中止しました。",
  setUpUnknown: "リンクが正しくないか、設定がすでに完了しています。",
  setUpEnded: "リンクの有効期限が切れています。サービス提供元に再発行を依頼してください。",
} as const;
