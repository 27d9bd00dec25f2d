/** Words of the dialog that shows a signing secret. */
export const secretWords = {
  title: { zh: '请保存签名密钥', en: 'Keep the signing secret' },
  hint: {
    zh: '用它验证收到的事件。密钥只显示这一次；丢失后可以轮换，旧密钥继续有效 24 小时。',
    en: 'Verify received events with it. It is shown only now; a lost one can be rotated, and the previous one stays valid for 24 hours.',
  },
} as const;
