/** The demo accounts (README.md#run-it), all with the same password, in embedded mode only. */
export interface DemoAccount {
  userId: string;
  email: string;
  userName: string;
  userNameKana: string | null;
  organizationId: number | null;
  isSystemAdmin?: true;
  isOrganizationAdmin?: true;
  isDictionaryAdmin?: true;
  /** The label of the account on the sign-in page. */
  label: string;
}

export const demoAccounts: readonly DemoAccount[] = [
  {
    userId: "demo-sysadmin",
    email: "sysadmin@example.com",
    userName: "山本 直樹",
    userNameKana: "ヤマモト ナオキ",
    organizationId: null,
    isSystemAdmin: true,
    label: "システム管理者",
  },
  {
    userId: "demo-orgadmin",
    email: "orgadmin@example.com",
    userName: "鈴木 一郎",
    userNameKana: "スズキ イチロウ",
    organizationId: 1,
    isOrganizationAdmin: true,
    label: "組織管理者（デモ株式会社）",
  },
  {
    userId: "demo-dictadmin",
    email: "dictadmin@example.com",
    userName: "佐藤 花子",
    userNameKana: "サトウ ハナコ",
    organizationId: 1,
    isDictionaryAdmin: true,
    label: "辞書管理者（デモ株式会社）",
  },
  {
    userId: "demo-dictadmin2",
    email: "dictadmin2@example.com",
    userName: "田中 次郎",
    userNameKana: "タナカ ジロウ",
    organizationId: 1,
    isDictionaryAdmin: true,
    label: "辞書管理者2（デモ株式会社）",
  },
  {
    userId: "demo-staff",
    email: "staff@example.com",
    userName: "髙橋 美咲",
    userNameKana: "タカハシ ミサキ",
    organizationId: 1,
    label: "一般（デモ株式会社）",
  },
  {
    userId: "demo-orgadmin-sample",
    email: "orgadmin@sample.example.com",
    userName: "伊藤 健太",
    userNameKana: "イトウ ケンタ",
    organizationId: 2,
    isOrganizationAdmin: true,
    label: "組織管理者（サンプル商事）",
  },
  {
    userId: "demo-staff-sample",
    email: "staff@sample.example.com",
    userName: "渡邊 由美",
    userNameKana: "ワタナベ ユミ",
    organizationId: 2,
    label: "一般（サンプル商事）",
  },
];
