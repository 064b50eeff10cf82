/** The names of published models, which are the same in every language. */
export const publishedNames = {
  'llama2-70b': 'Llama-2 70B',
  'llama3.1-8b': 'Llama-3.1 8B',
  'llama3.1-405b': 'Llama-3.1 405B',
  'gpt2-small': 'GPT-2 small',
  'gpt3-175b': 'GPT-3 175B',
  'deepseek-v3': 'DeepSeek-V3',
  'vaswani-base': 'Transformer base',
} as const;
