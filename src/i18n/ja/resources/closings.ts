export const closings = {
  name: "月次の締め",
} as const;
