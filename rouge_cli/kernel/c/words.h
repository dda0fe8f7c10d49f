/* The word lists of Python in a table of words (words.c), and the lock of objects that threads share. */

#ifndef ROUGE_WORDS_H
#define ROUGE_WORDS_H

#include "table.h"

/* Several threads may use one object. The GIL protects it, and where there is none, a critical section, which Python
   suspends just where it would release the GIL. */
#ifdef Py_GIL_DISABLED
#define BEGIN_LOCKED(object) Py_BEGIN_CRITICAL_SECTION(object)
#define END_LOCKED() Py_END_CRITICAL_SECTION()
#else
#define BEGIN_LOCKED(object) {
#define END_LOCKED() }
#endif

/* Read stop words and exceptions, each of which may be NULL or None; 0, or -1 with an exception set. */
int read_word_lists(WordTable *table, PyObject *stop_words, PyObject *exceptions);

#endif
