// The documentation has the theme that was chosen in the lesson. Runs before the first paint.
try {
  const { theme } = JSON.parse(localStorage.getItem('manyheads:settings')) ?? {};
  if (/^(light|dark)$/u.test(theme)) document.documentElement.dataset.theme = theme;
} catch {
  // no storage, or something else is in it
}

// Samples can be copied.
addEventListener('DOMContentLoaded', () => {
  document.querySelectorAll('.prose > pre:not(.type)').forEach(addCopy);
});

function addCopy(sample) {
  const button = document.createElement('button');
  button.textContent = 'Copy';
  const status = document.createElement('span');
  status.role = 'status';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(sample.textContent);
      status.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(sample);
      status.textContent = 'Selected: copy it with your browser';
    }
  });
  const row = document.createElement('p');
  row.className = 'copy';
  row.append(button, status);
  sample.after(row);
}
