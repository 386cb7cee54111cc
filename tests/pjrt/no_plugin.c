/* A library that is no plugin. */
int ls_test_no_plugin(void);
int ls_test_no_plugin(void)
{
    return 0;
}
