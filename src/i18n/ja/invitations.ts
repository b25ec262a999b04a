/** What the form that invites several people shows, and the link to it; they load it. */
export const invitations = {
  inviteMany: {
    open: "複数のメールアドレスでまとめて招待",
    section: "招待する人",
    submit: "内容を確認",
    reading: "内容を確認しています...",
  },
} as const;
