const samlOf = { entityId: "エンティティID", callbackUrl: "ACS URL（応答URL）" };

/** The set-up of single sign-on, which the customer's IT sees too. Only code that loads late shows it. */
export const ssoWizard = {
  title: "シングルサインオンの設定",
  of: (name: string) => `${name}のシングルサインオン`,
  steps: {
    choose: "IdPの選択",
    copy: "IdPに登録する値",
    enter: "IdPの情報",
    test: "テストログイン",
  },
  next: "次へ",
  back: "前へ",
  idp: {
    legend: "利用するIdP",
    entra: "Microsoft Entra ID",
    okta: "Okta",
    google: "Google Workspace",
    other: "その他",
  },
  kind: { legend: "接続の方式", saml: "SAML", oidc: "OpenID Connect" },
  copy: {
    lead: "IdPの管理画面で、次の値を登録してください。",
    how: "手順",
    saml: {
      entra: { entityId: "識別子（エンティティID）", callbackUrl: "応答URL（ACS URL）" },
      okta: { entityId: "Audience URI (SP Entity ID)", callbackUrl: "Single sign-on URL" },
      google: { entityId: "エンティティID", callbackUrl: "ACSのURL" },
      other: samlOf,
    },
    redirectUrl: "リダイレクトURI",
  },
  guide: {
    saml: {
      entra: [
        "Microsoft Entra管理センターの「エンタープライズアプリケーション」で「新しいアプリケーション」→「独自のアプリケーションの作成」を開き、ギャラリーにないアプリとして作成します。",
        "「シングルサインオン」で「SAML」を選択し、「基本的なSAML構成」に上の値を登録します。",
        "「属性とクレーム」で、名前IDの値をuser.mail、形式をメールアドレス（emailAddress）にします。",
        "「SAML証明書」から「フェデレーション メタデータ XML」をダウンロードします。",
        "利用者またはグループをこのアプリに割り当てます。",
      ],
      okta: [
        "管理画面の「Applications」で「Create App Integration」→「SAML 2.0」を選択します。",
        "「Single sign-on URL」と「Audience URI (SP Entity ID)」に上の値を登録します。",
        "「Name ID format」をEmailAddress、「Application username」をEmailにします。",
        "「Sign On」の「Metadata URL」を開き、表示されたXMLを保存します。「View SAML setup instructions」の値を控えても設定できます。",
        "「Assignments」で、利用者またはグループを割り当てます。",
      ],
      google: [
        "管理コンソールの「アプリ」→「ウェブアプリとモバイルアプリ」で「アプリを追加」→「カスタムSAMLアプリの追加」を開きます。",
        "「Google IDプロバイダの詳細」で「メタデータをダウンロード」を選択します。",
        "「サービスプロバイダの詳細」に上の値を登録します。",
        "「名前IDの形式」をEMAIL、「名前ID」をPrimary emailにします。",
        "「サービスのステータス」で、利用する組織部門をオンにします。",
      ],
      other: [
        "SAML 2.0のサービスプロバイダーとして、上の値を登録します。",
        "NameIDの値をメールアドレス、形式をemailAddressにします。",
        "アサーションに署名する設定にします。",
        "IdPのメタデータ（XML）をダウンロードします。ない場合は、エンティティID、ログインURL、署名用の証明書を控えます。",
        "利用者にこのアプリを割り当てます。",
      ],
    },
    oidc: {
      entra: [
        "Microsoft Entra管理センターの「アプリの登録」で「新規登録」を開き、リダイレクトURI（Web）に上の値を登録します。",
        "「証明書とシークレット」でクライアントシークレットを作成し、値を控えます。",
        "「トークン構成」の「オプションの要求」で、IDトークンにemailを追加します。",
        "「概要」で、アプリケーション（クライアント）IDとディレクトリ（テナント）IDを控えます。発行者はhttps://login.microsoftonline.com/テナントID/v2.0です。",
      ],
      okta: [
        "管理画面の「Applications」で「Create App Integration」→「OIDC - OpenID Connect」→「Web Application」を選択します。",
        "「Sign-in redirect URIs」に上の値を登録します。",
        "Client IDとClient secretを控えます。発行者はhttps://で始まるOktaのドメインです。",
        "「Assignments」で、利用者またはグループを割り当てます。",
      ],
      other: [
        "OpenID Connectのクライアント（認可コードフロー）として、上のリダイレクトURIを登録します。",
        "スコープにopenid、email、profileを許可し、emailを返す設定にします。",
        "発行者（issuer）、クライアントID、クライアントシークレットを控えます。",
        "利用者にこのアプリを割り当てます。",
      ],
    },
  },
  metadata: {
    label: "IdPのメタデータ（XML）",
    paste: "XMLを貼り付ける",
    pasted: "メタデータの内容",
    pastedHint: "<EntityDescriptor>を含むXML全体を貼り付けてください。",
    read: ({ certificates, found }: { certificates: readonly string[]; found: number }) =>
      found > certificates.length
        ? `メタデータの値を入力しました。証明書は${found}件のうち${certificates.length}件です。使用中の証明書か確認してください。`
        : `メタデータの値を入力しました（証明書${found}件）。内容を確認して保存してください。`,
    fault: {
      tooLarge:
        "ファイルが大きすぎます。200KB以下の、IdPが1つだけ入ったメタデータを選択してください。",
      notSaml: "SAMLのメタデータではありません。IdPからダウンロードしたXMLを選択してください。",
      serviceProvider:
        "サービスプロバイダー（SP）のメタデータです。IdPのメタデータを選択してください。",
      several: "複数のIdPが入っています。利用するIdPだけのメタデータを選択してください。",
      noSsoUrl: "ログインURLがないメタデータです。値を直接入力してください。",
      noCertificate: "署名用の証明書がないメタデータです。値を直接入力してください。",
    },
  },
  enter: {
    lead: {
      saml: "IdPのメタデータを読み込むか、控えた値を入力してください。",
      oidc: "IdPの管理画面で控えた値を入力してください。",
    },
    idpEntityId: "IdPのエンティティID",
    ssoUrl: "IdPのログインURL",
    certificate: "証明書",
    certificateHint: "-----BEGIN CERTIFICATE-----で始まる内容を貼り付けてください。",
    nextCertificate: "次の証明書",
    nextCertificateHint:
      "IdPの証明書を更新するときに、今の証明書と並べて登録します。切り替えが終わったら、古い証明書を外してください。",
    stored: "登録済みの証明書",
    until: (date: string) => `${date}まで有効`,
    issuer: "発行者（issuer）",
    clientId: "クライアントID",
    clientSecret: "クライアントシークレット",
    clientSecretHint: "登録されています。変更するときだけ入力してください。",
    save: "保存して次へ",
    saving: "保存しています...",
    saved: "接続の設定を保存しました。",
  },
  test: {
    lead: "設定した方法で、実際にログインできることを確認します。今のログインには影響しません。",
    email: "テストに使うメールアドレス",
    emailHint: "デモ環境にはIdPがないため、このメールアドレスでログインしたものとして確認します。",
    button: "テストログイン",
    running: "ログインしています...",
    passed: (at: string) => `成功（${at}）`,
    notYet: "まだ成功していません。",
    passedNow: "テストログインが成功しました。",
    first: "先にIdPの情報を保存してください。",
    require: "必須にするかどうかと、緊急用アカウントを選択してください。",
  },
  setUp: {
    lead: (name: string) => `${name}の利用者が、会社のアカウントでログインできるように設定します。`,
    ends: (at: string) => `このページは${at}まで利用できます。`,
    opening: "確認しています...",
    failed: "設定用リンクを開けません",
    retry: "再試行",
    finishLead: "設定を完了すると、このリンクは使えなくなります。",
    finish: "設定を完了",
    done: "設定が完了しました",
    doneLead: "ご協力ありがとうございました。このページを閉じてください。",
  },
} as const;
