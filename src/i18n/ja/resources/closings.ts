export const closings = {
  name: "月次の締め",
  close: "月の契約を締める",
} as const;
