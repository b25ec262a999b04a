/** The organization that signs in by single sign-on with DEMO_SSO=true, in embedded mode only. */
export const demoSso = {
  /** サンプル商事. */
  organizationId: 2,
  domain: "sample.example.com",
  provider: {
    kind: "oidc",
    issuer: "https://idp.sample.example.com",
    clientId: "knowledge-insight",
    hasClientSecret: true,
  },
} as const;
