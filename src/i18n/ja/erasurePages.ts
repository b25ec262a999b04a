import { erasedLabels } from "../../../domain/erasing/labels.ts";

/** What only the pages about erasing show; they load it. */
export const erasurePages = {
  fields: {
    erasureId: "証明書番号",
    erasedAt: "消去日時",
    erasedBy: "実行者",
    subject: "対象",
    people: "消去後の表示名",
    accountsLeft: "ログイン用のアカウント",
    confirmation: "確認のための入力",
  },
  removed: erasedLabels,
  count: (count: string) => `${count}件`,
  preview: {
    title: "個人データの消去",
    of: (name: string) => `${name}の個人データの消去`,
    user: "利用者の編集",
    organization: "組織の編集",
    whatSection: "消去されるデータ",
    lead: "氏名・フリガナ・メールアドレスを「削除された利用者」と番号に置き換え、ログイン用のアカウントを削除します。この操作は元に戻せません。",
    ofOrganization: (count: string) =>
      `この組織の利用者と契約の管理者（${count}人）が対象です。組織名は残ります。`,
    stays: "契約・利用実績・操作ログは、氏名を除いて残ります。",
    resealed: (count: string) =>
      `操作ログのうち${count}日分は、改ざん検知の記録が以前の形式のため、消去後の内容で記録し直します。`,
    mentionsSection: "消去されない記載",
    mentionsLead:
      "次のデータには氏名またはメールアドレスが含まれていますが、自動では消去されません。必要に応じて、消去する前に修正してください。",
    mentionKinds: {
      entry: "単語",
      dictionary: "辞書",
      workspace: "ワークスペース",
      serviceKey: "サービスキー",
      billingPartner: "取引先",
      billingSettings: "会計ソフト用ファイルの設定",
      organization: "組織",
    },
    more: "このほかにも含まれている可能性があります。",
    button: "個人データを消去",
    done: "個人データは消去されています。",
    certificate: "消去証明書を表示",
    nobody: "消去する個人データはありません。",
  },
  confirm: {
    title: "個人データの消去",
    lead: "消去した個人データは元に戻せません。",
    user: "確認のため、この利用者のメールアドレスを入力してください。",
    organization: "確認のため、この組織の組織名を入力してください。",
    submit: "消去する",
    done: "個人データを消去しました。",
  },
  certificate: {
    title: "消去証明書",
    factsSection: "消去の内容",
    removedSection: "消去したデータ",
    subject: { user: "利用者", organization: (name: string) => `組織 ${name} のすべての利用者` },
    from: (numbers: string) => `削除された利用者${numbers}`,
    accountsDone: "削除済み",
    accountsLeft: (count: string) => `削除待ち（${count}件）`,
    statement:
      "上記の個人データを、このサービスのデータベースから消去しました。消去前に作成されたバックアップには、保管期間が終わるまで残ります。",
    resealed: "改ざん検知の記録を作り直した操作ログ",
    days: (count: string) => `${count}日分`,
    print: "印刷",
  },
} as const;
