import { lastWorkspaceSentence } from "../../../../domain/workspaces/sentences.ts";

export const workspaces = {
  name: "ワークスペース",
  fields: {
    workspaceId: "ワークスペースID",
    workspaceName: "ワークスペース名",
    memberCount: "メンバー数",
    createdAt: "登録日時",
    updatedAt: "更新日時",
  },
  list: {
    add: "ワークスペースを追加",
    keyword: "キーワード",
    keywordHint: "ワークスペース名",
  },
  empty: {
    none: "利用できるワークスペースはまだありません。",
    noMatch: "条件に該当するワークスペースはありません。別の条件をお試しください。",
  },
  people: "%{count}人",
  selected: "選択中",
  form: {
    list: "ワークスペース一覧",
    detail: "ワークスペースの詳細",
    createTitle: "ワークスペースの追加",
    renameTitle: "ワークスペース名の変更",
    section: "ワークスペース",
    nameHint: "組織の中で重複しない名前にしてください。",
    submit: "ワークスペースを追加",
  },
  detail: {
    factsSection: "ワークスペース",
    rename: "名前を変更",
    members: "メンバーを編集",
    remove: "削除する",
  },
  remove: {
    title: "ワークスペースの削除",
    body: "以下のワークスペースを削除しますか？ この操作は元に戻せません。",
    people: "メンバー：%{count}人",
    last: lastWorkspaceSentence,
  },
  members: {
    title: "メンバー",
    empty: {
      none: "メンバーはまだいません。",
      noMatch: "該当するメンバーはいません。",
    },
    filter: "氏名・メールアドレスで絞り込み",
    editTitle: "メンバーの編集",
    editTitleOf: "%{name}のメンバーの編集",
    addSection: "メンバーを追加",
    listSection: "メンバー",
    search: "追加する人",
    searchHint: "氏名またはメールアドレスで検索し、候補から選択してください。",
    isMember: "メンバー",
    willJoin: "追加予定",
    willLeave: "外す予定",
    takeOut: "外す",
    takeOutOf: "%{name}さんを外す",
    undo: "取り消す",
    undoAdd: "%{name}さんの追加を取り消す",
    undoTakeOut: "%{name}さんを外す操作を取り消す",
    pending: {
      added: "%{added}人を追加します。保存すると反映されます。",
      removed: "%{removed}人を外します。保存すると反映されます。",
      both: "%{added}人を追加し、%{removed}人を外します。保存すると反映されます。",
    },
    joined: "他の利用者が追加した人：%{names}",
    left: "他の利用者が外した人：%{names}",
    names: "、",
  },
  switcher: {
    label: "ワークスペース：",
    choose: "ワークスペースを選択",
    search: "ワークスペースを検索",
    all: "ワークスペース一覧",
  },
  home: {
    title: "自分のワークスペース",
    none: "利用できるワークスペースはまだありません。組織管理者にお問い合わせください。",
    noneForAdmin:
      "ワークスペースはまだありません。追加すると、メンバーが利用できるようになります。",
    noneOwn: "参加しているワークスペースはありません。",
    all: "すべてのワークスペースを見る（%{count}件）",
  },
  lost: "ワークスペース「%{name}」は利用できなくなりました。",
  unknownInLink: "リンクのワークスペースは利用できません。",
  gone: "このワークスペースは利用できなくなりました。",
  notifications: {
    created: "ワークスペースを追加しました。",
    updated: "変更を保存しました。",
    deleted: "ワークスペースを削除しました。",
  },
} as const;

declare module "../index.ts" {
  interface ResourceTexts {
    workspaces: typeof workspaces;
  }
}
