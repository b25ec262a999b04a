/** Of the invitation form. No part of the catalogue: only code that loads late shows it. */
export const inviteMany = "複数のメールアドレスでまとめて招待";
