import { type DemoAccount, demoAccounts } from "./accounts.ts";
import {
  type DemoContract,
  demoContracts,
  furtherContracts,
  sampleContracts,
} from "./contracts.ts";
import { earliest, signedOn } from "./dates.ts";

type Named = readonly [
  organization: string,
  organizationKana: string | null,
  admin: string,
  adminKana: string | null,
];

/** Organizations and their admins, with short, long and unusual names, some without a reading. */
export const furtherOrganizations: readonly Named[] = [
  ["株式会社ＡＢＣシステムズ", "エービーシーシステムズ", "髙橋 誠", "タカハシ マコト"],
  ["高橋会計事務所", "タカハシカイケイジムショ", "高橋 恵子", "タカハシ ケイコ"],
  ["﨑山法律事務所", "サキヤマホウリツジムショ", "﨑山 隆", "サキヤマ タカシ"],
  ["さくら総合病院", "サクラソウゴウビョウイン", "中村 さくら", "ナカムラ サクラ"],
  ["東都放送株式会社", "トウトホウソウ", "小林 大輔", "コバヤシ ダイスケ"],
  ["北海道観光協会", "ホッカイドウカンコウキョウカイ", "加藤 翔", "カトウ ショウ"],
  ["みどり市役所", "ミドリシヤクショ", "吉田 緑", "ヨシダ ミドリ"],
  ["株式会社アオイ印刷", "アオイインサツ", "山田 葵", "ヤマダ アオイ"],
  ["九州技術研究所", "キュウシュウギジュツケンキュウショ", "佐々木 剛", "ササキ ツヨシ"],
  ["有限会社まつもと", "マツモト", "松本 裕子", "マツモト ユウコ"],
  ["関西テレワーク推進機構", "カンサイテレワークスイシンキコウ", "井上 亮", "イノウエ リョウ"],
  ["株式会社ノースリンク", "ノースリンク", "木村 彩", "キムラ アヤ"],
  ["国際医療福祉学会", null, "林 由紀子", "ハヤシ ユキコ"],
  ["abcコンサルティング合同会社", "エービーシーコンサルティング", "清水 拓也", "シミズ タクヤ"],
  ["山口県議会事務局", "ヤマグチケンギカイジムキョク", "山﨑 修", "ヤマザキ オサム"],
  [
    "株式会社日本音声データ活用推進センター東日本統括本部",
    "ニホンオンセイデータカツヨウスイシンセンターヒガシニホントウカツホンブ",
    "阿部 麻衣",
    "アベ マイ",
  ],
  ["渡邊建設株式会社", "ワタナベケンセツ", "渡邊 勇", "ワタナベ イサム"],
  ["東京湾岸物流株式会社", "トウキョウワンガンブツリュウ", "池田 智子", "イケダ トモコ"],
  ["学校法人青葉学園", "アオバガクエン", "橋本 淳", "ハシモト ジュン"],
  ["株式会社カケハシ", "カケハシ", "石川 翼", "イシカワ ツバサ"],
  ["中央損害調査株式会社", null, "前田 和也", "マエダ カズヤ"],
  ["ひまわり信用金庫", "ヒマワリシンヨウキンコ", "藤田 真由美", "フジタ マユミ"],
  ["斎藤醸造株式会社", "サイトウジョウゾウ", "齋藤 弘", "サイトウ ヒロシ"],
  ["株式会社ミライ電機", "ミライデンキ", "後藤 蓮", "ゴトウ レン"],
  ["大和ソリューションズ株式会社", "ダイワソリューションズ", "岡田 健", "オカダ ケン"],
  [
    "信州りんご農業協同組合",
    "シンシュウリンゴノウギョウキョウドウクミアイ",
    "長谷川 実",
    "ハセガワ ミノル",
  ],
  ["株式会社オトノハ", "オトノハ", "村上 響", "ムラカミ ヒビキ"],
  ["京都伝統工芸振興会", "キョウトデントウコウゲイシンコウカイ", "近藤 綾乃", "コンドウ アヤノ"],
  ["瀬戸内フェリー株式会社", "セトウチフェリー", "石井 海斗", "イシイ カイト"],
  ["名古屋精機株式会社", "ナゴヤセイキ", "坂本 鉄也", "サカモト テツヤ"],
  ["株式会社リブラリ", "リブラリ", "遠藤 栞", "エンドウ シオリ"],
  ["埼玉中央税理士法人", null, "青木 税", null],
  ["神戸ポートメディア株式会社", "コウベポートメディア", "藤井 港", "フジイ ミナト"],
  ["株式会社グリーンフィールド", "グリーンフィールド", "西村 大地", "ニシムラ ダイチ"],
  ["仙台国際会議場", "センダイコクサイカイギジョウ", "福田 奏", "フクダ カナデ"],
  ["浜松楽器製造株式会社", "ハママツガッキセイゾウ", "太田 律", "オオタ リツ"],
  ["濵田水産株式会社", "ハマダスイサン", "濵田 浩二", "ハマダ コウジ"],
  ["沖縄リゾート開発株式会社", "オキナワリゾートカイハツ", "比嘉 光", "ヒガ ヒカル"],
  ["独立行政法人 情報基盤推進センター", null, "三浦 賢", null],
  ["株式会社ツバメ運輸", "ツバメウンユ", "岡本 速人", "オカモト ハヤト"],
];

export type DemoPerson = Pick<DemoAccount, "userId" | "email" | "userName" | "userNameKana">;

export interface DemoOrganization {
  organizationId: number;
  organizationName: string;
  organizationNameKana: string | null;
  /** The organization admin, who is the contact of its contracts. */
  admin: DemoPerson;
  /** The current contract comes first. */
  contracts: DemoContract[];
  workspaces: readonly string[];
  /** The day the organization was created, with its first contract. */
  foundedOn: string;
}

/** The organizations of the demo data as they stand on `today`, a date in Asia/Tokyo. */
export function demoOrganizations(today: string): DemoOrganization[] {
  const organizations = [
    {
      organizationId: 1,
      organizationName: "デモ株式会社",
      organizationNameKana: "デモ",
      admin: account("demo-orgadmin"),
      contracts: demoContracts(today),
      workspaces: ["営業部", "カスタマーサポート"],
    },
    {
      organizationId: 2,
      organizationName: "サンプル商事",
      organizationNameKana: "サンプルショウジ",
      admin: account("demo-orgadmin-sample"),
      contracts: sampleContracts(today),
      workspaces: ["本社"],
    },
    ...furtherOrganizations.map(
      ([organizationName, organizationNameKana, userName, userNameKana], index) => ({
        organizationId: index + 3,
        organizationName,
        organizationNameKana,
        admin: { ...furtherAdmin(index + 3), userName, userNameKana },
        contracts: furtherContracts(today, index),
        workspaces: index % 3 === 0 ? ["全社", "管理部"] : ["全社"],
      }),
    ),
  ];
  return organizations.map((organization) => ({
    ...organization,
    foundedOn: earliest(organization.contracts.map((contract) => signedOn(contract, today))),
  }));
}

function account(userId: string): DemoAccount {
  const found = demoAccounts.find((each) => each.userId === userId);
  if (!found) throw new Error(`no demo account ${userId}`);
  return found;
}

function furtherAdmin(organizationId: number): Pick<DemoPerson, "userId" | "email"> {
  const domain = `org${String(organizationId).padStart(2, "0")}.example.com`;
  return { userId: `demo-admin-${organizationId}`, email: `admin@${domain}` };
}
