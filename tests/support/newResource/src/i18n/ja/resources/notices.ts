/** Texts of the notice screens. */
export const notices = {
  name: "お知らせ",
  fields: {
    noticeId: "お知らせID",
    title: "件名",
    body: "本文",
    createdAt: "登録日時",
    updatedAt: "更新日時",
  },
  list: { title: "お知らせ一覧", add: "お知らせを追加" },
  empty: {
    none: "お知らせはまだありません。",
    noMatch: "条件に該当するお知らせはありません。",
  },
  detail: { title: "お知らせの詳細", edit: "編集する", delete: "削除する" },
  form: { createTitle: "お知らせの追加", editTitle: "お知らせの編集" },
  remove: {
    title: "お知らせの削除",
    body: "以下のお知らせを削除しますか？ この操作は元に戻せません。",
  },
  notifications: {
    created: "お知らせを追加しました。",
    deleted: "お知らせを削除しました。",
  },
} as const;
