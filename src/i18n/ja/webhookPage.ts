/** What the page of a webhook, its form and the dialogs show. */
export const webhookPage = {
  eventHint: {
    "vocabulary.changed": "辞書の単語が変わり、音声認識エンジンへの取り込みが必要なとき",
    "limits.changed": "契約の登録・変更・終了や利用の調整により、残量が変わったとき",
    "cap.reached": "件数または時間が契約の上限に達したとき",
    "contract.created": "契約が登録されたとき",
    "contract.updated": "契約の内容が変更されたとき",
    "contract.ended": "契約が最終日を過ぎたか、削除されたとき",
    "month.closed": "契約の月を締めたとき（再締めを含む）",
  },
  form: {
    list: "Webhook一覧",
    detail: "Webhookの詳細",
    createTitle: "Webhookの登録",
    editTitle: "Webhookの編集",
    section: "通知の内容",
    urlHint: "通知を受信するプログラムのURLです。https://で始まるものを入力してください。",
    paused: "配信を一時停止する",
    pausedHint: "一時停止中の変更は、再開後も配信されません。",
    submit: "登録する",
    takenHint: "署名キーを控えていない場合は、Webhookの詳細で署名キーを更新してください。",
  },
  secret: {
    createdTitle: "登録したWebhookの署名キー",
    rotatedTitle: "新しい署名キー",
    once: (name: string) =>
      `${name}の署名キーです。この画面を閉じると、二度と表示できません。コピーして、受信するプログラムに設定してください。`,
    key: "署名キー",
  },
  detail: {
    factsSection: "通知の内容",
    edit: "編集",
    pause: "一時停止",
    resume: "再開",
    rotate: "署名キーを更新",
    remove: "削除する",
    failing: (time: string) =>
      `${time}から配信に失敗しています。自動的に再試行していますが、失敗が24時間続くと一時停止します。`,
    failingNext: "受信側のプログラムとURLを確認してください。",
    soon: "まもなく",
    paused: (time: string) =>
      `${time}から配信を一時停止しています。この間の変更は、再開後も配信されません。`,
    held: (time: string) =>
      `データベースを復元したため、${time}から配信を保留しています。この間の変更は、再開後も配信されません。`,
    heldNext:
      "復元前に削除・一時停止・署名キーの更新をしていないことを確認してから再開してください。",
    pausedByFailures: (since: string, time: string) =>
      `${since}から失敗が24時間続いたため、${time}に配信を自動的に一時停止しました。この間の変更は、再開後も配信されません。`,
    pausedWhileFailing: (since: string, time: string) =>
      `${since}から配信に失敗していましたが、${time}に手動で配信を一時停止しました。この間の変更は、再開後も配信されません。`,
    pausedNext: "受信側のプログラムを確認してから再開してください。",
    rotated: (time: string) => `${time}まで、以前のキーでも署名します。`,
  },
  pause: {
    title: "配信の一時停止",
    body: "以下のWebhookの配信を一時停止しますか？",
    loses:
      "一時停止中の変更は、再開後も配信されません。受信側のプログラムは、再開後に最新の内容を取得し直す必要があります。",
    confirm: "一時停止する",
    done: "配信を一時停止しました。",
  },
  resume: { done: "配信を再開しました。" },
  rotate: {
    title: "署名キーの更新",
    body: "以下のWebhookの署名キーを更新しますか？",
    overlap:
      "更新後24時間は、新しいキーと現在のキーの両方で署名します。その間に、受信するプログラムのキーを入れ替えてください。",
    confirm: "更新する",
  },
  remove: {
    title: "Webhookの削除",
    body: "以下のWebhookを削除しますか？ この操作は元に戻せません。",
    stops: "このURLへの配信はすぐに止まり、配信の記録も削除されます。",
  },
} as const;
