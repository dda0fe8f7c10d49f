#!perl
# Written by `rouge-tools home`: it runs rouge-eval in place of ROUGE-1.5.5.
my $python = {python};
unless (-e $python) {
    print STDERR "$0: $python is gone; install rouge-eval again and run rouge-tools home on this folder\n";
    exit 1;
}
system { $python } $python, "-P", "-m", "rouge_cli", @ARGV;
exit($? == -1 ? 1 : $? >> 8);
