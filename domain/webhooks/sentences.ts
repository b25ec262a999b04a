export const webhookSentences = {
  paused: "一時停止中のため、送信できません。再開してから、もう一度お試しください。",
  url: "URLの形式に誤りがあります。",
  https: "URLはhttps://で始まるものを入力してください。",
  credentials: "URLにユーザー名やパスワードを含めることはできません。",
  private: "社内や端末内のアドレスには送信できません。外部から接続できるURLを入力してください。",
  unknownHost: "URLのホスト名が見つかりませんでした。",
} as const;
