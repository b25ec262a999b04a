const adminCodes = {
  CONFIGURATION_NOT_FOUND: "auth/configuration-not-found",
  DUPLICATE_LOCAL_ID: "auth/uid-already-exists",
  EMAIL_EXISTS: "auth/email-already-exists",
  INVALID_EMAIL: "auth/invalid-email",
  INVALID_ID_TOKEN: "auth/invalid-id-token",
  INVALID_LOGIN_CREDENTIALS: undefined,
  INVALID_OOB_CODE: undefined,
  INVALID_REFRESH_TOKEN: undefined,
  INVALID_REQUEST: undefined,
  MISSING_REQ_TYPE: undefined,
  OPERATION_NOT_ALLOWED: undefined,
  TOKEN_EXPIRED: "auth/id-token-expired",
  TOKEN_REVOKED: "auth/id-token-revoked",
  USER_DISABLED: "auth/user-disabled",
  USER_NOT_FOUND: "auth/user-not-found",
  WEAK_PASSWORD: "auth/invalid-password",
} as const;

type CallCode = keyof typeof adminCodes;

export class CallError extends Error {
  override readonly name = "CallError";
  readonly callCode: CallCode;
  readonly code: string | undefined;
  constructor(callCode: CallCode) {
    super(callCode);
    this.callCode = callCode;
    this.code = adminCodes[callCode];
  }
}
